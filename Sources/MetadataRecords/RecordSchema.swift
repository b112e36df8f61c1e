import MetadataOutput

/// The JSON Schema of a record: the source of truth for what ``JSONLinesFormat`` writes.
public enum RecordSchema {
    /// The version of the schema, `v` in every record; it changes when a field's meaning does or a field goes.
    public static let version = 1

    /// The schema itself (JSON Schema 2020-12), ending in a line feed.
    public static var text: String {
        """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "scanwatch record",
          "description": "One line of scanwatch's JSON output: what was found in one picture or frame, or why it could not be searched; an event of an object; or the status of a camera.",
          "type": "object",
          "properties": {
            "v": {"const": \(version)},
            "source": {"type": "string", "description": "The picture or camera as it was named; bytes that are not UTF-8 are replaced by U+FFFD."},
            "sourceBytes": {"$ref": "#/$defs/base64", "description": "The bytes of the name, only if they are not UTF-8."},
            "index": {"type": "integer", "minimum": 0, "description": "The number of the picture or camera among the inputs, from 0."},
            "time": {"type": "number", "minimum": 0, "description": "For a frame: when it was taken, in seconds."},
            "frame": {"type": "integer", "minimum": 0, "description": "For a frame: its number in the sequence, or the camera's number for it."},
            "date": {"$ref": "#/$defs/date", "description": "For a frame of a camera: when it was taken. For a status: when it was written."},
            "latency": {"type": "number", "minimum": 0, "description": "For a frame of a camera: seconds from capture to this record."}
          },
          "required": ["v"],
          "dependentRequired": {
            "source": ["index"], "index": ["source"], "time": ["frame"], "frame": ["time"], "latency": ["time", "date"]
          },
          "oneOf": [
            {"$ref": "#/$defs/seen"}, {"$ref": "#/$defs/failed"}, {"$ref": "#/$defs/event"}, {"$ref": "#/$defs/status"}
          ],
          "unevaluatedProperties": false,
          "$defs": {
        \(results),
        \(happenings),
        \(objects),
        \(contents),
        \(values)
          }
        }

        """
    }

    /// What can become of a picture.
    private static var results: String {
        """
            "seen": {
              "properties": {
                "width": {"type": "integer", "minimum": 1, "description": "Pixels of the upright picture."},
                "height": {"type": "integer", "minimum": 1},
                "objects": {
                  "type": "array", "description": "In the order of their ids.",
                  "items": {"oneOf": [{"$ref": "#/$defs/code"}, {"$ref": "#/$defs/face"}]}
                },
                "hints": {"$ref": "#/$defs/hints"},
                "engineFailures": {
                  "type": "array", "minItems": 1, "description": "Engines that failed on this picture, while others searched it.",
                  "items": {
                    "type": "object",
                    "properties": {"engine": {"$ref": "#/$defs/name"}, "reason": {"type": "string"}},
                    "required": ["engine", "reason"], "additionalProperties": false
                  }
                }
              },
              "required": ["source", "width", "height", "objects"]
            },
            "failed": {
              "properties": {
                "error": {
                  "type": "object",
                  "properties": {
                    "code": {"enum": \(list(PayloadError.Code.allCases.map(\.rawValue)))},
                    "message": {"type": "string", "minLength": 1}
                  },
                  "required": ["code", "message"], "additionalProperties": false
                }
              },
              "required": ["source", "error"]
            }
        """
    }

    /// What can happen to an object or a camera.
    private static var happenings: String {
        """
            "event": {
              "properties": {
                "event": {"enum": \(list(MetadataEvent.Kind.allCases.map(\.rawValue)))},
                "reads": {"type": "integer", "minimum": 0, "description": "Number of frames in which it was detected since it appeared."},
                "dwell": {"type": "number", "minimum": 0, "description": "For 'disappeared': seconds from its first detection to its last."},
                "width": {"type": "integer", "minimum": 1, "description": "Pixels of the upright picture."},
                "height": {"type": "integer", "minimum": 1},
                "object": {"oneOf": [{"$ref": "#/$defs/code"}, {"$ref": "#/$defs/face"}]},
                "hints": {"$ref": "#/$defs/hints"},
                "pictures": {"$ref": "#/$defs/pictures", "description": "For 'appeared': files in the folder of event pictures."},
                "clip": {"$ref": "#/$defs/clip", "description": "For 'appeared': a file in the folder of event clips."}
              },
              "required": ["source", "time", "event", "reads", "width", "height", "object"]
            },
            "pictures": {
              "type": "object",
              "properties": {
                "id": {"type": "string", "pattern": "^[0-9a-f]{32}$", "description": "Also the files' EXIF ImageUniqueID."},
                "still": {"$ref": "#/$defs/name", "description": "The whole picture."},
                "object": {"$ref": "#/$defs/name", "description": "The object, upright."}
              },
              "required": ["id", "still", "object"], "additionalProperties": false
            },
            "clip": {
              "type": "object",
              "properties": {
                "id": {"type": "string", "pattern": "^[0-9a-f]{32}$", "description": "The event's, also of its pictures."},
                "movie": {"$ref": "#/$defs/name", "description": "Named after this event, or after the one before whose clip goes on."}
              },
              "required": ["id", "movie"], "additionalProperties": false
            },
            "status": {
              "properties": {
                "status": {"enum": \(list(StatusRecord.Status.allCases.map(\.rawValue)))},
                "camera": {"$ref": "#/$defs/name", "description": "The name of the camera."},
                "cameraID": {"$ref": "#/$defs/name", "description": "Identifies the camera, also after it is plugged in elsewhere; of a network camera with a name, its address."},
                "format": {"$ref": "#/$defs/name", "description": "Pixel format, size and frame rate."},
                "reason": {"$ref": "#/$defs/name", "description": "Why it was lost, in one word."},
                "message": {"$ref": "#/$defs/name", "description": "The reason in words."},
                "hints": {"$ref": "#/$defs/hints"},
                "pictures": {"$ref": "#/$defs/pictures", "description": "For 'picturesFailed': the pictures that are missing, if a record names them."},
                "clip": {"$ref": "#/$defs/clip", "description": "For 'clipsFailed': the clip that is missing or not whole."},
                "missing": {"type": "integer", "minimum": 1, "description": "For 'picturesReturned': events without pictures since 'picturesFailed'."},
                "fps": {"type": "number", "minimum": 0, "description": "Captured frames per second since the previous counts."},
                "captured": {"type": "integer", "minimum": 0, "description": "Frames captured since the start."},
                "processed": {"type": "integer", "minimum": 0, "description": "How many of them were searched."},
                "unchanged": {"type": "number", "minimum": 0, "description": "Seconds for which the pictures have been the same to the byte."},
                "drops": {
                  "type": "object", "additionalProperties": {"type": "integer", "minimum": 1},
                  "description": "Frames lost since the start, by reason."
                },
                "load": {
                  "type": "number", "minimum": 0,
                  "description": "Processor time that its frames took since the previous counts, in seconds per second."
                },
                "latencies": {
                  "type": "object", "description": "Percentiles of latency since the previous counts, in seconds.",
                  "properties": {
                    "p50": {"type": "number", "minimum": 0}, "p90": {"type": "number", "minimum": 0},
                    "p99": {"type": "number", "minimum": 0}
                  },
                  "required": ["p50", "p90", "p99"], "additionalProperties": false
                },
                "suppressed": {
                  "type": "object", "description": "Detections since the start that were not reported, by reason.",
                  "properties": {
                    "cooldown": {"type": "integer", "minimum": 0}, "unconfirmed": {"type": "integer", "minimum": 0}
                  },
                  "required": ["cooldown", "unconfirmed"], "additionalProperties": false
                }
              },
              "required": ["status", "date"]
            }
        """
    }

    /// What can be seen.
    private static var objects: String {
        """
            "object": {
              "type": "object",
              "properties": {
                "id": {"type": "integer", "minimum": 1, "description": "Unique within the record; in a sequence an object keeps it."},
                "zones": {
                  "type": "array", "items": {"$ref": "#/$defs/name"},
                  "description": "Names of the zones that its centre is in; present only if zones were named or can be drawn."
                },
                "bounds": {"$ref": "#/$defs/rectangle"},
                "confidence": {"type": "number", "minimum": 0, "maximum": 1},
                "engine": {"$ref": "#/$defs/name", "description": "The engine whose reading was accepted."},
                "step": {"$ref": "#/$defs/name", "description": "The step of the plan in which it was read."}
              },
              "required": ["type", "id", "bounds", "confidence", "engine", "step"]
            },
            "code": {
              "$ref": "#/$defs/object",
              "properties": {
                "type": {"enum": \(list(codeNames))},
                "corners": {"$ref": "#/$defs/quadrilateral"},
                "decoded": {"const": false, "description": "Present only if the code was located but not decoded."},
                "text": {"type": "string", "description": "Present only if the payload is text."},
                "encoding": {"$ref": "#/$defs/name", "description": "The text's character set by IANA's name, where it makes a difference."},
                "encodingGuessed": {"const": true, "description": "Present only if the symbol does not name the character set."},
                "bytes": {"$ref": "#/$defs/base64", "description": "The payload; always present for decoded matrix codes."},
                "symbologyIdentifier": {"type": "string", "pattern": "^\\\\][A-Za-z][0-9A-Za-z]$"},
                "errorCorrectionLevel": {"type": "string", "minLength": 1},
                "version": {"type": "integer", "minimum": 1},
                "mask": {"type": "integer", "minimum": 0, "maximum": 7},
                "addOn": {"type": "string", "pattern": "^[0-9]{2}([0-9]{3})?$"},
                "isbn": {"type": "string", "pattern": "^97[89][0-9]{10}$"},
                "structuredAppend": {
                  "type": "object",
                  "properties": {
                    "index": {"type": "integer", "minimum": 0},
                    "count": {"type": "integer", "minimum": 0, "description": "0 if the symbol does not say."},
                    "id": {"type": "string", "minLength": 1, "description": "What its symbols share; missing if they name nothing."},
                    "text": {"type": "string", "description": "Of the whole message, once all its symbols were seen."},
                    "bytes": {"$ref": "#/$defs/base64", "description": "The same before any character set."}
                  },
                  "required": ["index", "count"], "dependentRequired": {"text": ["bytes"]},
                  "additionalProperties": false
                },
                "mirrored": {"const": true},
                "inverted": {"const": true},
                "eci": {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0, "maximum": 999999}},
                "content": {"$ref": "#/$defs/content"},
                "preview": {
                  "type": "object",
                  "properties": {
                    "bounds": {"$ref": "#/$defs/rectangle"}, "corners": {"$ref": "#/$defs/quadrilateral"}
                  },
                  "required": ["bounds", "corners"], "additionalProperties": false
                }
              },
              "required": ["corners"],
              "anyOf": [{"required": ["text"]}, {"required": ["bytes"]}, {"required": ["decoded"]}],
              "dependentRequired": {"encoding": ["text"], "encodingGuessed": ["encoding"]},
              "dependentSchemas": {"decoded": {"properties": {"text": false, "bytes": false}}},
              "unevaluatedProperties": false
            },
            "face": {
              "$ref": "#/$defs/object",
              "properties": {
                "type": {"const": "\(MetadataObjectType.face.name)"},
                "faceID": {"type": "integer", "minimum": 1, "description": "The same as id."},
                "rollAngle": {"$ref": "#/$defs/angle"},
                "yawAngle": {"$ref": "#/$defs/angle"},
                "pitchAngle": {"$ref": "#/$defs/angle"},
                "landmarks": {"$ref": "#/$defs/landmarks"},
                "preview": {
                  "type": "object",
                  "properties": {
                    "bounds": {"$ref": "#/$defs/rectangle"}, "rollAngle": {"$ref": "#/$defs/angle"},
                    "yawAngle": {"$ref": "#/$defs/angle"}, "pitchAngle": {"$ref": "#/$defs/angle"},
                    "landmarks": {"$ref": "#/$defs/landmarks"}
                  },
                  "required": ["bounds"], "additionalProperties": false
                }
              },
              "required": ["faceID"],
              "unevaluatedProperties": false
            }
        """
    }

    /// What they are described with.
    private static var values: String {
        """
            "name": {"type": "string", "minLength": 1},
            "hints": {
              "type": "array", "description": "Where hints were asked for: why something cannot be read, as far as the picture shows it.",
              "items": {"enum": \(list(ReaderHint.allCases.map(\.rawValue)))}, "uniqueItems": true
            },
            "date": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\\\.[0-9]{3}Z$"},
            "base64": {"type": "string", "pattern": "^[A-Za-z0-9+/]*={0,2}$"},
            "angle": {"type": "number", "minimum": 0, "exclusiveMaximum": 360},
            "point": {
              "type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}},
              "required": ["x", "y"], "additionalProperties": false
            },
            "quadrilateral": {
              "type": "array", "items": {"$ref": "#/$defs/point"}, "minItems": 4, "maxItems": 4,
              "description": "From the code's own top left, counter-clockwise as seen in the picture, clockwise if mirrored."
            },
            "moment": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}(-[0-9]{2}(T[0-9]{2}(:[0-9]{2}(:[0-9]{2})?)?Z?)?)?$"},
            "landmarks": {"type": "array", "items": {"$ref": "#/$defs/point"}, "minItems": 5, "maxItems": 468},
            "rectangle": {
              "type": "object",
              "properties": {
                "x": {"type": "number"}, "y": {"type": "number"},
                "width": {"type": "number", "minimum": 0}, "height": {"type": "number", "minimum": 0}
              },
              "required": ["x", "y", "width", "height"], "additionalProperties": false,
              "description": "Fractions of the upright picture (0…1), or points of the preview; the origin is the top left."
            }
        """
    }

    private static var codeNames: [String] {
        MetadataObjectType.all.filter { $0.isLinearCode || $0.isMatrixCode }.map(\.name)
    }

    static func list(_ names: [String]) -> String {
        "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
}
