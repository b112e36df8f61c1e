/// Characters that every text of some length has.
enum CommonCharacters {
    static func count(in text: String, of encoding: ECIEncoding) -> Int {
        guard let characters = table[encoding] else { return 0 }
        return text.unicodeScalars.count(where: characters.contains)
    }

    private static let table: [ECIEncoding: Set<Unicode.Scalar>] = [
        .gb18030: Set(
            """
            的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事\
            成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日者力它与长把十民第公此已工使情明\
            性知全三又关点正业外将两高间由问很最重并物手应向头文体政美相见被利什二等产或新己制身果加西月话合回特代内信表化老给世位\
            次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题更别打女变四神总何电数安少报才反受目建接场件计\
            管期市直京北南广州深圳省县区路号街店单价
            """.unicodeScalars),
        .big5: Set(
            """
            的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事\
            成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日者力它與長把十民第公此已工使情明\
            性知全三又關點正業外將兩高間由問很最重並物手應向頭文體政美相見被利什二等產或新己制身果加西月話合回特代內信表化老給世位\
            次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題更別打女變四神總何電數安少報才反受目建接場件計\
            管期市直京北南臺台灣省縣區路號街店單價
            """.unicodeScalars),
        .eucKR: Set("이다는의가을에고하한지로도사기시자인대어리아스나해정서부수일보라장전구동만주상국원들와제그과있은를니것안용여한글".unicodeScalars),
    ]
}
