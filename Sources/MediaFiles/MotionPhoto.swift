/// A photo with the movie around it behind it, in one file: Motion Photo 1.0
/// (developer.android.com/media/platform/motion-photo-format).
package enum MotionPhoto {
    /// Puts the file together.
    ///
    /// - Parameters:
    ///   - photo: The photo, taken apart.
    ///   - exif: The content of its EXIF segment.
    ///   - movie: An MP4, whose bytes are the file's last ones.
    ///   - time: When in the movie the photo was taken, in microseconds.
    package static func file(_ photo: JPEGFile, exif: [UInt8], movie: [UInt8], photoAt time: Int) -> [UInt8] {
        photo.file(exif: exif, xmp: segment(movieByteCount: movie.count, time: time)) + movie
    }

    private static func segment(movieByteCount: Int, time: Int) -> [UInt8] {
        let packet = """
            <?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
                xmlns:Container="http://ns.google.com/photos/1.0/container/"
                xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
                GCamera:MotionPhoto="1"
                GCamera:MotionPhotoVersion="1"
                GCamera:MotionPhotoPresentationTimestampUs="\(time)">
               <Container:Directory>
                <rdf:Seq>
                 <rdf:li rdf:parseType="Resource">
                  <Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary" Item:Length="0" Item:Padding="0"/>
                 </rdf:li>
                 <rdf:li rdf:parseType="Resource">
                  <Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto" Item:Length="\(movieByteCount)" Item:Padding="0"/>
                 </rdf:li>
                </rdf:Seq>
               </Container:Directory>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="r"?>
            """
        return Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + Array(packet.utf8)
    }
}
