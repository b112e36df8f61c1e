import Glibc

/// Variables of the environment one by one: Foundation's copy of all of them costs a start as much as a picture's decoding.
enum EnvironmentVariable {
    /// Its value; nil if it is not set.
    static func value(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Its value if that is an absolute path.
    static func path(_ name: String) -> String? { value(name).flatMap { $0.isAbsolutePath ? $0 : nil } }
}
