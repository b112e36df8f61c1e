// ZXing-C++ 3 as it comes: every readable format, default options, its own loop over sizes, turns and inversion.
// Arguments are binary PGM files; of each its name and, a line a symbol, format, text and bytes in hexadecimal.
#include <ZXing/ReadBarcode.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

void printHex(const std::string &bytes) {
    std::putchar('\t');
    for (unsigned char byte : bytes) std::printf("%02x", byte);
}

void read(const char *file) {
    std::ifstream input(file, std::ios::binary);
    std::string magic;
    int width = 0, height = 0, most = 0;
    input >> magic >> width >> height >> most;
    input.get();
    if (magic != "P5" || most != 255 || width < 1 || height < 1) throw std::runtime_error("no PGM of 8 bits");
    std::vector<char> samples(static_cast<size_t>(width) * height);
    input.read(samples.data(), static_cast<std::streamsize>(samples.size()));
    const ZXing::ImageView view(
        reinterpret_cast<const uint8_t *>(samples.data()), width, height, ZXing::ImageFormat::Lum);
    for (const auto &symbol : ZXing::ReadBarcodes(view)) {
        std::printf("%s", ZXing::ToString(symbol.format()).c_str());
        // A UPC-E's own digits, which are not those of its bytes.
        const auto digits = symbol.extra(ZXing::BarcodeExtra::UPCE);
        printHex(digits.empty() ? symbol.text(ZXing::TextMode::Plain) : digits);
        printHex(digits.empty() ? std::string(symbol.bytes().begin(), symbol.bytes().end()) : digits);
        std::putchar('\n');
    }
}

} // namespace

int main(int count, char **arguments) {
    for (int index = 1; index < count; index++) {
        std::printf("file\t%s\n", arguments[index]);
        try {
            read(arguments[index]);
        } catch (const std::exception &error) {
            std::fprintf(stderr, "zxing_reader: %s: %s\n", arguments[index], error.what());
        }
    }
}
