"""A camera portal for tests: answers as its argument says; "leaves" goes away instead, "waits" never answers."""
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

ANSWER = sys.argv[1]
DESKTOP = "/org/freedesktop/portal/desktop"
REQUEST = "org.freedesktop.portal.Request"


class Request(dbus.service.Object):
    @dbus.service.signal(REQUEST, signature="ua{sv}")
    def Response(self, response, results):
        pass


class Desktop(dbus.service.Object):
    @dbus.service.method("org.freedesktop.portal.Camera", in_signature="a{sv}", out_signature="o",
                         sender_keyword="sender", connection_keyword="bus")
    def AccessCamera(self, options, sender, bus):
        path = f"{DESKTOP}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        if ANSWER == "leaves":
            GLib.idle_add(loop.quit)
        elif ANSWER != "waits":
            # Before the reply, as the portal is free to.
            Request(bus, path).Response(dbus.UInt32(int(ANSWER)), dbus.Dictionary(signature="sv"))
        return dbus.ObjectPath(path)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
loop = GLib.MainLoop()
name = dbus.service.BusName("org.freedesktop.portal.Desktop", dbus.SessionBus())
desktop = Desktop(name, DESKTOP)
print("ready", flush=True)
loop.run()
