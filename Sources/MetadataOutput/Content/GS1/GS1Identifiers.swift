/// The application identifiers of the GS1 General Specifications of 2025 (figure 3.2-1) but for 8040 to 8043: number, what
/// the data is made of, title where it is known.
///
/// `n` digits, `x` the 82 characters of §7.11, `y` 39 of them, `z` Base64; `n6` is six, `n..6` one to six; in brackets what
/// may be missing. Behind a colon what is checked or means something. `n` at the end of an identifier is the number of
/// digits behind the decimal point.
enum GS1Identifiers {
    static let text = """
        00|n18:check|SSCC
        01|n14:check|GTIN
        02|n14:check|CONTENT
        03|n14:check|MTO GTIN
        10|x..20|BATCH/LOT
        11|n6:date|PROD DATE
        12|n6:date|DUE DATE
        13|n6:date|PACK DATE
        15|n6:date|BEST BEFORE or BEST BY
        16|n6:date|SELL BY
        17|n6:date|USE BY or EXPIRY
        20|n2|VARIANT
        21|x..20|SERIAL
        22|x..20|CPV
        235|x..28|TPX
        240|x..30|ADDITIONAL ID
        241|x..30|CUST. PART No.
        242|n..6|MTO VARIANT
        243|x..20|PCN
        250|x..30|SECONDARY SERIAL
        251|x..30|REF. TO SOURCE
        253|n13:check [x..17]|GDTI
        254|x..20|GLN EXTENSION COMPONENT
        255|n13:check [n..12]|GCN
        30|n..8|VAR. COUNT
        310n|n6|NET WEIGHT (kg)
        311n|n6|LENGTH (m)
        312n|n6|WIDTH (m)
        313n|n6|HEIGHT (m)
        314n|n6|AREA (m²)
        315n|n6|NET VOLUME (l)
        316n|n6|NET VOLUME (m³)
        320n|n6|NET WEIGHT (lb)
        321n|n6|LENGTH (in)
        322n|n6|LENGTH (ft)
        323n|n6|LENGTH (yd)
        324n|n6|WIDTH (in)
        325n|n6|WIDTH (ft)
        326n|n6|WIDTH (yd)
        327n|n6|HEIGHT (in)
        328n|n6|HEIGHT (ft)
        329n|n6|HEIGHT (yd)
        330n|n6|GROSS WEIGHT (kg)
        331n|n6|LENGTH (m), log
        332n|n6|WIDTH (m), log
        333n|n6|HEIGHT (m), log
        334n|n6|AREA (m²), log
        335n|n6|VOLUME (l), log
        336n|n6|VOLUME (m³), log
        337n|n6|KG PER m²
        340n|n6|GROSS WEIGHT (lb)
        341n|n6|LENGTH (in), log
        342n|n6|LENGTH (ft), log
        343n|n6|LENGTH (yd), log
        344n|n6|WIDTH (in), log
        345n|n6|WIDTH (ft), log
        346n|n6|WIDTH (yd), log
        347n|n6|HEIGHT (in), log
        348n|n6|HEIGHT (ft), log
        349n|n6|HEIGHT (yd), log
        350n|n6|AREA (in²)
        351n|n6|AREA (ft²)
        352n|n6|AREA (yd²)
        353n|n6|AREA (in²), log
        354n|n6|AREA (ft²), log
        355n|n6|AREA (yd²), log
        356n|n6|NET WEIGHT (t oz)
        357n|n6|NET VOLUME (oz)
        360n|n6|NET VOLUME (qt)
        361n|n6|NET VOLUME (gal.)
        362n|n6|VOLUME (qt), log
        363n|n6|VOLUME (gal.), log
        364n|n6|VOLUME (in³)
        365n|n6|VOLUME (ft³)
        366n|n6|VOLUME (yd³)
        367n|n6|VOLUME (in³), log
        368n|n6|VOLUME (ft³), log
        369n|n6|VOLUME (yd³), log
        37|n..8|COUNT
        390n|n..15|AMOUNT
        391n|n3:currency n..15|AMOUNT
        392n|n..15|PRICE
        393n|n3:currency n..15|PRICE
        394n|n4|PRCNT OFF
        395n|n6|PRICE/UoM
        400|x..30|ORDER NUMBER
        401|x..30|GINC
        402|n17:check|GSIN
        403|x..30|ROUTE
        410|n13:check|SHIP TO LOC
        411|n13:check|BILL TO
        412|n13:check|PURCHASE FROM
        413|n13:check|SHIP FOR LOC
        414|n13:check|LOC No.
        415|n13:check|PAY TO
        416|n13:check|PROD/SERV LOC
        417|n13:check|PARTY
        420|x..20|SHIP TO POST
        421|n3 x..9|SHIP TO POST
        422|n3|ORIGIN
        423|n..15|COUNTRY - INITIAL PROCESS
        424|n3|COUNTRY - PROCESS
        425|n..15|COUNTRY - DISASSEMBLY
        426|n3|COUNTRY - FULL PROCESS
        427|x..3|ORIGIN SUBDIVISION
        4300|x..35|SHIP TO COMP
        4301|x..35|SHIP TO NAME
        4302|x..70|SHIP TO ADD1
        4303|x..70|SHIP TO ADD2
        4304|x..70|SHIP TO SUB
        4305|x..70|SHIP TO LOC
        4306|x..70|SHIP TO REG
        4307|x2|SHIP TO COUNTRY
        4308|x..30|SHIP TO PHONE
        4309|n20|SHIP TO GEO
        4310|x..35|RTN TO COMP
        4311|x..35|RTN TO NAME
        4312|x..70|RTN TO ADD1
        4313|x..70|RTN TO ADD2
        4314|x..70|RTN TO SUB
        4315|x..70|RTN TO LOC
        4316|x..70|RTN TO REG
        4317|x2|RTN TO COUNTRY
        4318|x..20|RTN TO POST
        4319|x..30|RTN TO PHONE
        4320|x..35|SRV DESCRIPTION
        4321|n1:yesno|DANGEROUS GOODS
        4322|n1:yesno|AUTH TO LEAVE
        4323|n1:yesno|SIG REQUIRED
        4324|n6:date n4:time|NOT BEF DEL DT
        4325|n6:date n4:time|NOT AFT DEL DT
        4326|n6:full|REL DATE
        4330|n6 [x1]|MAX TEMP F.
        4331|n6 [x1]|MAX TEMP C.
        4332|n6 [x1]|MIN TEMP F.
        4333|n6 [x1]|MIN TEMP C.
        7001|n13|NSN
        7002|x..30|MEAT CUT
        7003|n6:full n4:time|EXPIRY TIME
        7004|n..4|ACTIVE POTENCY
        7005|x..12|CATCH AREA
        7006|n6:full|FIRST FREEZE DATE
        7007|n6:full [n6:full]|HARVEST DATE
        7008|x..3|AQUATIC SPECIES
        7009|x..10|FISHING GEAR TYPE
        7010|x..2|PROD METHOD
        7011|n6:full [n4:time]|TEST BY DATE
        7020|x..20|REFURB LOT
        7021|x..20|FUNC STAT
        7022|x..20|REV STAT
        7023|x..30|GIAI - ASSEMBLY
        7030-7039|n3 x..27|PROCESSOR
        7040|n1 x1 x1 x1|UIC+EXT
        7041|x..4|UFRGT UNIT TYPE
        710|x..20|NHRN PZN
        711|x..20|NHRN CIP
        712|x..20|NHRN CN
        713|x..20|NHRN DRN
        714|x..20|NHRN AIM
        715|x..20|NHRN NDC
        716|x..20|NHRN AIC
        717|x..20|
        7230-7239|x2 x..28|CERT
        7240|x..20|PROTOCOL
        7241|n2|AIDC MEDIA TYPE
        7242|x..25|VCN
        7250|n8|DOB
        7251|n12|DOB TIME
        7252|n1|BIO SEX
        7253|x..40|FAMILY NAME
        7254|x..40|GIVEN NAME
        7255|x..10|SUFFIX
        7256|x..90|FULL NAME
        7257|x..70|PERSON ADDR
        7258|n1 x1 n1|BIRTH SEQUENCE
        7259|x..40|BABY
        8001|n14|DIMENSIONS
        8002|x..20|CMT No.
        8003|n1:zero n13:check [x..16]|GRAI
        8004|x..30|GIAI
        8005|n6|PRICE PER UNIT
        8006|n14:check n4|ITIP
        8007|x..34:iban|IBAN
        8008|n8:hour [n2:time] [n2:time]|PROD TIME
        8009|x..50|OPTSEN
        8010|y..30|CPID
        8011|n..12|CPID SERIAL
        8012|x..20|VERSION
        8013|x..25:model|GMN
        8014|x..25|MUDI
        8017|n18:check|GSRN - PROVIDER
        8018|n18:check|GSRN - RECIPIENT
        8019|n..10|SRIN
        8020|x..25|REF No.
        8026|n14:check n4|ITIP CONTENT
        8030|z..90|DIGSIG
        8110|x..70|
        8111|n4|POINTS
        8112|x..70|
        8200|x..70|PRODUCT URL
        90|x..30|INTERNAL
        91-99|x..90|INTERNAL
        """
}
