// The desktop's camera portal (xdg-desktop-portal, org.freedesktop.portal.Camera), for programs in a sandbox.
//
// libsystemd's sd-bus talks to it. It is opened when somebody asks, so that nothing is linked that programs outside of a
// sandbox would load for nothing.
#ifndef CDESKTOPPORTAL_H
#define CDESKTOPPORTAL_H

/// What the portal answers (org.freedesktop.portal.Request, Response).
enum CDesktopPortalAnswer {
    CDesktopPortalGranted = 0,
    CDesktopPortalRefused = 1,
    /// It ended without an answer.
    CDesktopPortalEnded = 2,
};

/// Asks for access to cameras, and waits for as long as whoever is asked thinks about it.
///
/// - address: The bus, in D-Bus' own words; NULL for the user's.
/// - Returns: A CDesktopPortalAnswer, or an error number with a minus sign: nobody could be asked.
int CDesktopPortalAccessCamera(const char *_Nullable address);

#endif
