"""Texts that are something: a contact, an event, a boarding pass. All people, numbers and accounts are made up."""

_CONTACT = """BEGIN:VCARD
VERSION:3.0
N:Muster;Erika;Maria;Dr.;MSc
FN:Dr. Erika Muster
NICKNAME:Eri
ORG:Example Ltd.;Optics
TITLE:Engineer
TEL;TYPE=WORK,VOICE:+43-1-555-0123
EMAIL;TYPE=INTERNET:erika@example.org
ADR;TYPE=HOME:PO 1;Top 2;Ring 3;Wien;W;1010;Austria
URL:https://example.org/
BDAY:19800229
NOTE:Reads codes\\, all
  day
END:VCARD
"""
_EVENT = """BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:1@example.org
SUMMARY:Concert
DTSTART;TZID=Europe/Vienna:20261122T183000
DTEND;TZID=Europe/Vienna:20261122T210000
LOCATION:Hall 2
DESCRIPTION:Doors at six
ORGANIZER:mailto:erika@example.org
URL:https://example.org/
RRULE:FREQ=YEARLY
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20261123
DURATION:P1D
END:VEVENT
END:VCALENDAR
"""
_PAYMENT = ("BCD\n002\n1\nSCT\nBHBLDEHHXXX\nFranz Mustermann\nDE71110220330123456789\nEUR12.30\nGDDS\n\n"
            "Invoice 7\nThank you")

# What stands in QR symbols, by the names of the pictures.
TEXTS = {
    "contact": _CONTACT.replace("\n", "\r\n"),
    "mecard": "MECARD:N:Muster,Erika;SOUND:ERIKA;TEL:0123;ADR:Ring 3\\, Wien;;",
    "calendar": _EVENT.replace("\n", "\r\n"),
    "email": "mailto:a@example.org?cc=b@example.org&bcc=c@example.org&subject=Caf%C3%A9&body=Hello",
    "phone": "tel:+1-201-555-0123;ext=102;phone-context=example.org",
    "sms": "sms:+12015550123?subject=A&body=Hello%20there",
    "geo": "geo:48.2010,16.3695,183;crs=wgs84;u=20",
    "payment": _PAYMENT,
    "key": "otpauth://totp/Example:erika?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA1&digits=6&period=30",
    "digital-link": "https://id.example.org/01/09506000134352/10/LOT7?17=261231&3103=000195&3932=978150",
    "wifi-enterprise": "WIFI:T:WPA2-EAP;S:Example;P:secret;H:true;E:TTLS;PH2:MSCHAPV2;I:erika;A:anonymous;R:1;K:AAAA;;",
}

# Two flights, and everything that a pass may have (the example of IATA's implementation guide).
BOARDING_PASS = (
    "M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 14D>6181WW6225BAC 00141234560032A0141234567890 1AC AC "
    "1234567890123    20KYLX58ZDEF456 FRAGVALH 3664 227C012C0002 12E2A0140987654321 1AC AC 1234567890123    2PCNWQ"
    "^108ABCDEFGH")


def licence():
    """A licence of nobody, from the state whose number is Virginia's."""
    elements = ["DAQT64235789", "DCSSAMPLE", "DDEN", "DACMICHAEL", "DDFN", "DADJOHN", "DDGN", "DCUJR", "DCAD", "DCBK",
                "DCDPH", "DBD06062019", "DBB06061986", "DBA12102034", "DBC1", "DAU068 in", "DAYBRO",
                "DAG2300 EXAMPLE STREET", "DAIANYTOWN", "DAJVA", "DAK232690000", "DCF2424244747474786102204", "DCGUSA",
                "DCK123456789", "DDAF", "DDB06062018", "DDC06062030", "DDD1"]
    first = "DL" + "\n".join(elements) + "\r"
    second = "ZVZVA01\r"
    start = 21 + 2 * 10
    return (f"@\n\x1e\rANSI 636000100102DL{start:04}{len(first):04}ZV{start + len(first):04}{len(second):04}"
            + first + second)
