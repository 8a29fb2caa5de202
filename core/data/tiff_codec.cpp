// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tiff_codec.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <tiffio.h>
#include <utility>
#include <vector>

#include "core/data/input_channels.h"
#include "core/data/size_limit.h"

namespace gapless
{

namespace
{

/// No strip or tile of a sane file is larger; a header that says so is damaged or hostile.
constexpr tmsize_t largestSegment = tmsize_t{1} << 30;

std::unexpected<Error> notRead(const std::string& what, const std::string& name, const std::string& remedy)
{
    return fail(ErrorCode::Data, "a TIFF with " + what, name, remedy);
}

/// Programs write the byte v as v * 256 or as v * 257: the high byte is right for both.
std::uint8_t paletteByte(std::uint16_t value, bool isWide)
{
    return static_cast<std::uint8_t>(isWide ? value >> 8U : value);
}

/// `count` samples of fewer than 8 bits, from the sample `first` of a row on, to a byte each.
void unpack(const std::uint8_t* row, std::size_t first, std::size_t count, unsigned bits, std::uint8_t* out)
{
    const unsigned largest = (1U << bits) - 1;
    for (std::size_t at = 0; at < count; ++at) {
        const std::size_t bit = (first + at) * bits;
        out[at] = static_cast<std::uint8_t>(row[bit / 8] >> (8 - bits - bit % 8) & largest);
    }
}

class TiffReader final
{
public:
    TiffReader(std::span<const unsigned char> bytes, std::string name)
        : m_bytes(bytes)
        , m_name(std::move(name))
    {
        // Messages go to this object alone: libtiff's own handlers, which print, belong to the process.
        TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
        TIFFOpenOptionsSetErrorHandlerExtR(options, &TiffReader::onError, this);
        TIFFOpenOptionsSetWarningHandlerExtR(options, &TiffReader::onWarning, this);
        TIFFOpenOptionsSetMaxSingleMemAlloc(options, largestSegment);
        m_tiff = TIFFClientOpenExt(m_name.c_str(), "rm", this, &TiffReader::onRead, &TiffReader::onWrite,
                                   &TiffReader::onSeek, &TiffReader::onClose, &TiffReader::onSize, nullptr, nullptr,
                                   options);
        TIFFOpenOptionsFree(options);
    }
    ~TiffReader()
    {
        if (m_tiff != nullptr)
            TIFFClose(m_tiff);
    }
    TiffReader(const TiffReader&) = delete;
    TiffReader& operator=(const TiffReader&) = delete;

    Result<TiffHeader> readHeader()
    {
        if (m_tiff == nullptr)
            return damaged();
        TiffHeader header;
        std::uint32_t width = 0;
        std::uint32_t height = 0;
        TIFFGetField(m_tiff, TIFFTAG_IMAGEWIDTH, &width);
        TIFFGetField(m_tiff, TIFFTAG_IMAGELENGTH, &height);
        header.size = {static_cast<int>(std::min(height, std::uint32_t{INT32_MAX})),
                       static_cast<int>(std::min(width, std::uint32_t{INT32_MAX}))};
        if (const auto sane = checkSize(header.size, m_name); !sane)
            return std::unexpected(sane.error());
        const auto format = readFormat();
        if (!format)
            return std::unexpected(format.error());
        header.format = *format;
        header.samples = field(TIFFTAG_SAMPLESPERPIXEL);
        const std::uint16_t orientation = field(TIFFTAG_ORIENTATION);
        header.orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
        return header;
    }

    /// Afterwards another page is the current one.
    int countPages()
    {
        int pages = 0;
        do {
            std::uint32_t type = 0;
            TIFFGetFieldDefaulted(m_tiff, TIFFTAG_SUBFILETYPE, &type);
            pages += (type & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0 ? 1 : 0;
        } while (TIFFReadDirectory(m_tiff) != 0);
        return std::max(pages, 1);
    }

    [[nodiscard]] bool isJpeg() const { return field(TIFFTAG_COMPRESSION) == COMPRESSION_JPEG; }

    /// `pixels` says what is wanted; its data are filled.
    Result<void> readPixels(StoredPixels& pixels)
    {
        m_message.clear();
        m_isReading = true;
        const bool isTiled = TIFFIsTiled(m_tiff) != 0;
        auto segmentHeight = static_cast<std::uint32_t>(pixels.whole.height);
        auto segmentWidth = static_cast<std::uint32_t>(pixels.whole.width);
        if (isTiled) {
            TIFFGetField(m_tiff, TIFFTAG_TILELENGTH, &segmentHeight);
            TIFFGetField(m_tiff, TIFFTAG_TILEWIDTH, &segmentWidth);
        } else {
            std::uint32_t rows = 0;
            TIFFGetFieldDefaulted(m_tiff, TIFFTAG_ROWSPERSTRIP, &rows);
            segmentHeight = std::min(rows, segmentHeight);
        }
        m_rowBytes = isTiled ? TIFFTileRowSize(m_tiff) : TIFFScanlineSize(m_tiff);
        const tmsize_t largest = isTiled ? TIFFTileSize(m_tiff) : TIFFStripSize(m_tiff);
        constexpr std::uint32_t longest = 1U << 28U;
        if (segmentHeight == 0 || segmentWidth == 0 || segmentHeight > longest || segmentWidth > longest ||
            m_rowBytes <= 0 || largest <= 0 || largest > largestSegment)
            return damaged("strips or tiles of an impossible size");
        m_segment = {static_cast<int>(segmentHeight), static_cast<int>(segmentWidth)};
        pixels.data.resize(pixelCount(pixels.window.size) * pixels.format.pixelBytes());

        const PixelWindow& window = pixels.window;
        const int planes = isPlanar() ? pixels.format.channels : 1;
        const int bottom = window.top + window.size.height;
        const int right = window.left + window.size.width;
        for (int plane = 0; plane < planes; ++plane)
            for (int top = window.top / m_segment.height * m_segment.height; top < bottom; top += m_segment.height)
                for (int left = window.left / m_segment.width * m_segment.width; left < right;
                     left += m_segment.width) {
                    if (const auto read = readSegment(isTiled, top, left, std::min(m_segment.height, bottom - top),
                                                      static_cast<std::uint16_t>(plane));
                        !read)
                        return read;
                    copySegment(top, left, plane, pixels);
                }
        return {};
    }

private:
    [[nodiscard]] std::uint16_t field(std::uint32_t tag) const
    {
        std::uint16_t value = 0;
        TIFFGetFieldDefaulted(m_tiff, tag, &value);
        return value;
    }

    [[nodiscard]] bool isPlanar() const
    {
        return field(TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE && field(TIFFTAG_SAMPLESPERPIXEL) > 1;
    }

    Result<StoredFormat> readFormat()
    {
        static constexpr auto remedy = "save it with 8 or 16 bits a sample, unsigned";
        const int samples = field(TIFFTAG_SAMPLESPERPIXEL);
        const int bits = field(TIFFTAG_BITSPERSAMPLE);
        switch (field(TIFFTAG_SAMPLEFORMAT)) {
        case SAMPLEFORMAT_IEEEFP:
            return notRead("floating-point numbers (" + std::to_string(bits) + " bits)", m_name, remedy);
        case SAMPLEFORMAT_INT:
            return notRead("signed numbers (" + std::to_string(bits) + " bits)", m_name, remedy);
        case SAMPLEFORMAT_COMPLEXIEEEFP:
        case SAMPLEFORMAT_COMPLEXINT:
            return notRead("complex numbers", m_name, remedy);
        default:
            break;
        }
        if (bits != 1 && bits != 2 && bits != 4 && bits != 8 && bits != 16)
            return notRead(std::to_string(bits) + " bits a sample", m_name, remedy);
        if (samples < 1 || samples > 64)
            return notRead(std::to_string(samples) + " samples a pixel", m_name, "save it as grey or RGB");

        const std::uint16_t compression = field(TIFFTAG_COMPRESSION);
        if (compression == COMPRESSION_OJPEG)
            return notRead("JPEG compression of the old kind", m_name, "save it again");
        if (TIFFIsCODECConfigured(compression) == 0)
            return notRead("a compression that is not known (number " + std::to_string(compression) + ")", m_name,
                           "save it with LZW or deflate");

        StoredFormat format{PixelKind::Grey, samples, bits, false, {}};
        std::uint16_t photometric = samples < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB;
        TIFFGetField(m_tiff, TIFFTAG_PHOTOMETRIC, &photometric);
        if (photometric == PHOTOMETRIC_YCBCR && isJpeg()) {
            TIFFSetField(m_tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB); // libtiff converts while it reads
            photometric = PHOTOMETRIC_RGB;
        }
        switch (photometric) {
        case PHOTOMETRIC_MINISWHITE:
            format.isZeroWhite = true;
            [[fallthrough]];
        case PHOTOMETRIC_MINISBLACK:
        case PHOTOMETRIC_MASK:
            format.kind = samples == 1 ? PixelKind::Grey : PixelKind::GreyAlpha;
            break;
        case PHOTOMETRIC_PALETTE:
            format.kind = PixelKind::Palette;
            format.palette = readPalette(bits);
            if (format.palette.empty() && bits <= 8)
                return damaged("the palette is missing");
            break;
        case PHOTOMETRIC_RGB:
            if (samples < 3)
                return damaged("RGB with fewer than three samples a pixel");
            format.kind = samples == 3 ? PixelKind::Color : PixelKind::ColorAlpha;
            break;
        case PHOTOMETRIC_SEPARATED:
            return notRead("CMYK, made for printing", m_name, "save it as RGB");
        case PHOTOMETRIC_YCBCR:
            return notRead("YCbCr colours without JPEG compression", m_name, "save it as RGB");
        case PHOTOMETRIC_CIELAB:
        case PHOTOMETRIC_ICCLAB:
        case PHOTOMETRIC_ITULAB:
            return notRead("Lab colours", m_name, "save it as RGB");
        default:
            return notRead("colours of kind " + std::to_string(photometric), m_name, "save it as grey or RGB");
        }
        if (isPlanar())
            format.channels = format.kind == PixelKind::Color || format.kind == PixelKind::ColorAlpha ? 3 : 1;
        return format;
    }

    [[nodiscard]] std::vector<Rgb> readPalette(int bits) const
    {
        std::array<std::uint16_t*, 3> channels{};
        std::vector<Rgb> palette;
        if (bits > 8 || TIFFGetField(m_tiff, TIFFTAG_COLORMAP, &channels[0], &channels[1], &channels[2]) == 0)
            return palette;
        const std::size_t entries = std::size_t{1} << static_cast<unsigned>(bits);
        // Values are of 16 bits, but some programs write them with 8.
        const bool isWide = std::ranges::any_of(channels, [&](const std::uint16_t* channel) {
            return std::any_of(channel, channel + entries, [](std::uint16_t value) { return value > 255; });
        });
        for (std::size_t entry = 0; entry < entries; ++entry)
            palette.push_back({paletteByte(channels[0][entry], isWide), paletteByte(channels[1][entry], isWide),
                               paletteByte(channels[2][entry], isWide)});
        return palette;
    }

    /// The strip or tile at `top`, `left` into m_buffer(); of a strip only the rows that are wanted.
    Result<void> readSegment(bool isTiled, int top, int left, int rows, std::uint16_t plane)
    {
        const auto y = static_cast<std::uint32_t>(top);
        const auto x = static_cast<std::uint32_t>(left);
        const tmsize_t size = isTiled ? TIFFTileSize(m_tiff) : m_rowBytes * rows;
        buffer().resize(static_cast<std::size_t>(size));
        const std::uint32_t segment =
            isTiled ? TIFFComputeTile(m_tiff, x, y, 0, plane) : TIFFComputeStrip(m_tiff, y, plane);
        // Where a file has fewer than its size asks for, libtiff would read its first bytes as pixels.
        if (TIFFGetStrileOffset(m_tiff, segment) == 0)
            return damaged(isTiled ? "a tile is missing" : "a strip is missing");
        const tmsize_t filled = isTiled ? TIFFReadEncodedTile(m_tiff, segment, buffer().data(), size)
                                        : TIFFReadEncodedStrip(m_tiff, segment, buffer().data(), size);
        if (filled != size || !m_message.empty())
            return damaged("the file ends too early");
        return {};
    }

    /// What the window needs of m_buffer().
    void copySegment(int top, int left, int plane, StoredPixels& pixels) const
    {
        const PixelWindow& window = pixels.window;
        const int firstRow = std::max(top, window.top);
        const int endRow = std::min(top + m_segment.height, window.top + window.size.height);
        const int firstColumn = std::max(left, window.left);
        const int endColumn = std::min(left + m_segment.width, window.left + window.size.width);
        const auto columns = static_cast<std::size_t>(endColumn - firstColumn);
        const auto inSegment = static_cast<std::size_t>(firstColumn - left);
        const std::size_t sampleBytes = pixels.format.sampleBytes();
        const std::size_t pixelBytes = pixels.format.pixelBytes();
        const auto bits = static_cast<unsigned>(pixels.format.bitDepth);
        const std::size_t samples = isPlanar() ? 1 : static_cast<std::size_t>(pixels.format.channels);
        thread_local std::vector<std::uint8_t> unpacked;
        for (int row = firstRow; row < endRow; ++row) {
            const std::uint8_t* from =
                buffer().data() + static_cast<std::size_t>(row - top) * static_cast<std::size_t>(m_rowBytes);
            if (bits < 8) {
                unpacked.resize(columns * samples);
                unpack(from, inSegment * samples, columns * samples, bits, unpacked.data());
                from = unpacked.data();
            } else {
                from += inSegment * samples * sampleBytes;
            }
            std::uint8_t* to =
                pixels.data.data() +
                (static_cast<std::size_t>(row - window.top) * static_cast<std::size_t>(window.size.width) +
                 static_cast<std::size_t>(firstColumn - window.left)) *
                    pixelBytes +
                static_cast<std::size_t>(plane) * sampleBytes;
            if (samples * sampleBytes == pixelBytes)
                std::memcpy(to, from, columns * pixelBytes);
            else
                for (std::size_t column = 0; column < columns; ++column)
                    std::memcpy(to + column * pixelBytes, from + column * sampleBytes, sampleBytes);
        }
    }

    static std::vector<std::uint8_t>& buffer()
    {
        thread_local std::vector<std::uint8_t> memory; // a strip or tile, kept from file to file
        return memory;
    }

    [[nodiscard]] std::unexpected<Error> damaged(const std::string& reason = "the directory makes no sense") const
    {
        return fail(ErrorCode::Data, "damaged or incomplete TIFF: " + (m_message.empty() ? reason : m_message), m_name,
                    "copy or export the file again");
    }

    void keepMessage(const char* format, std::va_list arguments)
    {
        if (!m_message.empty())
            return; // the first is the cause
        std::array<char, 256> text{};
        std::vsnprintf(text.data(), text.size(), format, arguments);
        m_message = text.data();
    }

    static int onError(TIFF*, void* self, const char*, const char* format, std::va_list arguments)
    {
        static_cast<TiffReader*>(self)->keepMessage(format, arguments);
        return 1; // handled: the process's handler is not called
    }

    /// While pixels are read, a warning is data that makes no sense, after which libtiff goes on with something else.
    static int onWarning(TIFF*, void* self, const char*, const char* format, std::va_list arguments)
    {
        auto* reader = static_cast<TiffReader*>(self);
        if (reader->m_isReading)
            reader->keepMessage(format, arguments);
        return 1;
    }

    static tmsize_t onRead(thandle_t self, void* out, tmsize_t count)
    {
        auto* reader = static_cast<TiffReader*>(self);
        if (reader->m_offset >= reader->m_bytes.size() || count <= 0)
            return 0;
        const std::size_t given = std::min(static_cast<std::size_t>(count),
                                           reader->m_bytes.size() - static_cast<std::size_t>(reader->m_offset));
        std::memcpy(out, reader->m_bytes.data() + reader->m_offset, given);
        reader->m_offset += given;
        return static_cast<tmsize_t>(given);
    }

    static tmsize_t onWrite(thandle_t, void*, tmsize_t) { return 0; }

    static toff_t onSeek(thandle_t self, toff_t offset, int origin)
    {
        auto* reader = static_cast<TiffReader*>(self);
        const toff_t from = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? reader->m_offset : reader->m_bytes.size();
        reader->m_offset = from + offset;
        return reader->m_offset;
    }

    static int onClose(thandle_t) { return 0; }

    static toff_t onSize(thandle_t self) { return static_cast<TiffReader*>(self)->m_bytes.size(); }

    std::span<const unsigned char> m_bytes;
    std::string m_name;
    toff_t m_offset = 0;
    std::string m_message;
    bool m_isReading = false;
    ImageSize m_segment;     // of a strip or tile
    tmsize_t m_rowBytes = 0; // in it
    TIFF* m_tiff = nullptr;
};

Result<void> readStored(TiffReader& reader, const TiffHeader& header, const PixelWindow& wanted, StoredPixels& pixels)
{
    pixels.format = header.format;
    pixels.whole = header.size;
    pixels.orientation = header.orientation;
    pixels.window = header.orientation == 1 ? windowWithin(wanted, header.size) : PixelWindow{0, 0, header.size};
    return reader.readPixels(pixels);
}

} // namespace

bool isTiff(std::span<const unsigned char> bytes)
{
    using namespace std::string_view_literals;
    if (bytes.size() < 4)
        return false;
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()), 4);
    return head == "II*\0"sv || head == "MM\0*"sv || head == "II+\0"sv || head == "MM\0+"sv; // + in files beyond 4 GB
}

Result<TiffHeader> readTiffHeader(std::span<const unsigned char> bytes, const std::string& name)
{
    TiffReader reader(bytes, name);
    auto header = reader.readHeader();
    if (header)
        header->pages = reader.countPages();
    return header;
}

Result<ImageWindow> decodeTiffChannels(std::span<const unsigned char> bytes, const std::string& name,
                                       const PixelWindow& wanted, ChannelImage& image)
{
    TiffReader reader(bytes, name);
    auto header = reader.readHeader();
    if (!header)
        return std::unexpected(header.error());
    if (takesStoredSamples(image.channels)) {
        if (header->samples != image.channels)
            return otherSamples(header->samples, image.channels, name);
        if (const auto sane = checkSize(header->size, name, image.channels); !sane)
            return std::unexpected(sane.error());
        header->format.channels = header->samples; // of a planar file, too, all are read
    }
    if (header->format.kind == PixelKind::Palette && header->format.bitDepth > 8)
        return notRead("a palette of 16 bits", name, "save it as RGB");
    thread_local StoredPixels pixels;
    if (const auto read = readStored(reader, *header, wanted, pixels); !read)
        return std::unexpected(read.error());
    image.size = pixels.window.size;
    const ImageWindow result{pixels.whole, pixels.orientation, pixels.window};
    if (image.channels == 3 && pixels.format.kind == PixelKind::Color && pixels.format.pixelBytes() == 3 &&
        pixels.format.bitDepth == 8) {
        std::swap(image.data, pixels.data); // both are used again
        return result;
    }
    image.data.resize(pixelCount(image.size) * static_cast<std::size_t>(image.channels));
    RowWriter writer = RowWriter::asChannels(pixels.format, image.channels, image.size.width, image.data.data());
    const std::size_t rowBytes = static_cast<std::size_t>(image.size.width) * pixels.format.pixelBytes();
    for (std::size_t row = 0; row < static_cast<std::size_t>(image.size.height); ++row)
        writer.take(pixels.data.data() + row * rowBytes);
    return result;
}

Result<void> decodeTiffStored(std::span<const unsigned char> bytes, const std::string& name, const PixelWindow& wanted,
                              StoredPixels& pixels)
{
    TiffReader reader(bytes, name);
    const auto header = reader.readHeader();
    if (!header)
        return std::unexpected(header.error());
    if (reader.isJpeg())
        return fail(ErrorCode::Data, "the mask is a TIFF with JPEG compression, which changes class values", name,
                    "save masks as PNG, or as TIFF without JPEG, from the original labels");
    return readStored(reader, *header, wanted, pixels);
}

} // namespace gapless
