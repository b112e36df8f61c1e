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
          "description": "One line of scanwatch's JSON output: what was seen in one picture, or why that is not known.",
          "type": "object",
          "properties": {
            "v": {"const": \(version)},
            "source": {"type": "string", "description": "The picture as it was named; bytes that are not UTF-8 as U+FFFD."},
            "sourceBytes": {"$ref": "#/$defs/base64", "description": "The name's bytes, where they are not UTF-8."},
            "index": {"type": "integer", "minimum": 0, "description": "The picture's place among the inputs."},
            "time": {"type": "number", "minimum": 0, "description": "Of a frame: when it was taken, in seconds."},
            "frame": {"type": "integer", "minimum": 0, "description": "Of a frame: its place in the sequence."}
          },
          "required": ["v", "source", "index"],
          "dependentRequired": {"time": ["frame"], "frame": ["time"]},
          "oneOf": [{"$ref": "#/$defs/seen"}, {"$ref": "#/$defs/failed"}],
          "unevaluatedProperties": false,
          "$defs": {
        \(results),
        \(objects),
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
                "engineFailures": {
                  "type": "array", "minItems": 1, "description": "Engines that failed while others went on.",
                  "items": {
                    "type": "object",
                    "properties": {"engine": {"$ref": "#/$defs/name"}, "message": {"type": "string"}},
                    "required": ["engine", "message"], "additionalProperties": false
                  }
                }
              },
              "required": ["width", "height", "objects"]
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
              "required": ["error"]
            }
        """
    }

    /// What can be seen.
    private static var objects: String {
        """
            "object": {
              "type": "object",
              "properties": {
                "id": {"type": "integer", "minimum": 1, "description": "Unique within the record; in a sequence the same thing keeps it."},
                "bounds": {"$ref": "#/$defs/rectangle"},
                "confidence": {"type": "number", "minimum": 0, "maximum": 1},
                "engine": {"$ref": "#/$defs/name", "description": "Who made the reading that stands."},
                "step": {"$ref": "#/$defs/name", "description": "The step of the plan it was made in."}
              },
              "required": ["type", "id", "bounds", "confidence", "engine", "step"]
            },
            "code": {
              "$ref": "#/$defs/object",
              "properties": {
                "type": {"enum": \(list(codeNames))},
                "corners": {"$ref": "#/$defs/quadrilateral"},
                "decoded": {"const": false, "description": "Only there if the code was located and not decoded."},
                "text": {"type": "string", "description": "Only there if the payload is text."},
                "bytes": {"$ref": "#/$defs/base64", "description": "The payload; always there for decoded matrix codes."},
                "symbologyIdentifier": {"type": "string", "pattern": "^\\\\][A-Za-z][0-9A-Za-z]$"},
                "errorCorrectionLevel": {"type": "string", "minLength": 1},
                "version": {"type": "integer", "minimum": 1},
                "structuredAppend": {
                  "type": "object",
                  "properties": {
                    "index": {"type": "integer", "minimum": 0},
                    "count": {"type": "integer", "minimum": 0, "description": "0 where the symbol does not say."},
                    "id": {"type": "string"}
                  },
                  "required": ["index", "count", "id"], "additionalProperties": false
                },
                "mirrored": {"const": true},
                "inverted": {"const": true},
                "eci": {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0, "maximum": 999999}},
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
            "base64": {"type": "string", "pattern": "^[A-Za-z0-9+/]*={0,2}$"},
            "angle": {"type": "number", "minimum": 0, "exclusiveMaximum": 360},
            "point": {
              "type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}},
              "required": ["x", "y"], "additionalProperties": false
            },
            "quadrilateral": {
              "type": "array", "items": {"$ref": "#/$defs/point"}, "minItems": 4, "maxItems": 4,
              "description": "From the code's own top left, counter-clockwise as seen, clockwise if mirrored."
            },
            "landmarks": {"type": "array", "items": {"$ref": "#/$defs/point"}, "minItems": 5, "maxItems": 68},
            "rectangle": {
              "type": "object",
              "properties": {
                "x": {"type": "number"}, "y": {"type": "number"},
                "width": {"type": "number", "minimum": 0}, "height": {"type": "number", "minimum": 0}
              },
              "required": ["x", "y", "width", "height"], "additionalProperties": false,
              "description": "0…1 of the upright picture, or points of the preview; origin top left."
            }
        """
    }

    private static var codeNames: [String] {
        MetadataObjectType.all.filter { $0.isLinearCode || $0.isMatrixCode }.map(\.name)
    }

    private static func list(_ names: [String]) -> String {
        "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
}
