// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/png_codec.h"

#include <bit>
#include <csetjmp>
#include <cstring>
#include <png.h>
#include <utility>

#include "core/data/png_plain.h"
#include "core/data/size_limit.h"

namespace gapless
{

namespace
{

// libpng reports errors by longjmp. Every function below that calls setjmp has only trivial locals, and so have the
// callbacks between it and the jump: no destructor is ever skipped. What needs one is a member.

[[noreturn]] void onError(png_structp png, png_const_charp message)
{
    *static_cast<std::string*>(png_get_error_ptr(png)) = message;
    std::longjmp(png_jmpbuf(png), 1);
}

void onWarning(png_structp, png_const_charp) {}

PixelKind kindOf(int type)
{
    switch (type) {
    case PNG_COLOR_TYPE_GRAY_ALPHA:
        return PixelKind::GreyAlpha;
    case PNG_COLOR_TYPE_PALETTE:
        return PixelKind::Palette;
    case PNG_COLOR_TYPE_RGB:
        return PixelKind::Color;
    case PNG_COLOR_TYPE_RGB_ALPHA:
        return PixelKind::ColorAlpha;
    default:
        return PixelKind::Grey;
    }
}

int typeOf(PixelKind kind)
{
    switch (kind) {
    case PixelKind::GreyAlpha:
        return PNG_COLOR_TYPE_GRAY_ALPHA;
    case PixelKind::Palette:
        return PNG_COLOR_TYPE_PALETTE;
    case PixelKind::Color:
        return PNG_COLOR_TYPE_RGB;
    case PixelKind::ColorAlpha:
        return PNG_COLOR_TYPE_RGB_ALPHA;
    case PixelKind::Grey:
        break;
    }
    return PNG_COLOR_TYPE_GRAY;
}

class PngReader final
{
public:
    explicit PngReader(std::span<const unsigned char> bytes)
        : m_bytes(bytes)
        , m_png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &m_message, onError, onWarning))
        , m_info(m_png != nullptr ? png_create_info_struct(m_png) : nullptr)
    {
    }
    ~PngReader() { png_destroy_read_struct(&m_png, &m_info, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    [[nodiscard]] const std::string& message() const { return m_message; }

    bool readInfo()
    {
        if (m_png == nullptr || m_info == nullptr) {
            m_message = "libpng could not start";
            return false;
        }
        if (setjmp(png_jmpbuf(m_png)) != 0)
            return false;
        png_set_read_fn(m_png, this, &PngReader::onRead);
        png_read_info(m_png, m_info);
        return true;
    }

    [[nodiscard]] PngHeader header() const
    {
        return {{static_cast<int>(png_get_image_height(m_png, m_info)),
                 static_cast<int>(png_get_image_width(m_png, m_info))},
                kindOf(png_get_color_type(m_png, m_info)),
                png_get_bit_depth(m_png, m_info)};
    }

    /// What the samples will be like after keepSamples(); to be asked before it.
    [[nodiscard]] StoredFormat format() const
    {
        const PngHeader found = header();
        StoredFormat format{found.kind, png_get_channels(m_png, m_info), found.bitDepth, false, {}};
        png_colorp entries = nullptr;
        int count = 0;
        if (found.kind == PixelKind::Palette && png_get_PLTE(m_png, m_info, &entries, &count) != 0)
            for (const png_color& entry : std::span(entries, static_cast<std::size_t>(count)))
                format.palette.push_back({entry.red, entry.green, entry.blue});
        return format;
    }

    bool keepSamples()
    {
        if (setjmp(png_jmpbuf(m_png)) != 0)
            return false;
        png_set_packing(m_png);
        if (std::endian::native == std::endian::little)
            png_set_swap(m_png);
        static_cast<void>(png_set_interlace_handling(m_png));
        png_read_update_info(m_png, m_info);
        return true;
    }

    /// Gives each row of `window` to the writer.
    bool readRows(const PixelWindow& window, RowWriter& writer)
    {
        const std::size_t height = png_get_image_height(m_png, m_info);
        const std::size_t rowBytes = png_get_rowbytes(m_png, m_info);
        m_isInterlaced = png_get_interlace_type(m_png, m_info) != PNG_INTERLACE_NONE;
        m_firstByte = static_cast<std::size_t>(window.left) * rowBytes / png_get_image_width(m_png, m_info);
        thread_local std::vector<png_byte> buffer;
        buffer.resize(rowBytes * (m_isInterlaced ? height : 1));
        if (m_isInterlaced) {
            m_rows.resize(height);
            for (std::size_t row = 0; row < height; ++row)
                m_rows[row] = buffer.data() + row * rowBytes;
        }
        return readRows(buffer.data(), static_cast<std::size_t>(window.top),
                        static_cast<std::size_t>(window.top) + static_cast<std::size_t>(window.size.height), height,
                        writer);
    }

private:
    static void onRead(png_structp png, png_bytep out, std::size_t count)
    {
        auto* self = static_cast<PngReader*>(png_get_io_ptr(png));
        if (count > self->m_bytes.size() - self->m_offset)
            png_error(png, "the file ends too early");
        std::memcpy(out, self->m_bytes.data() + self->m_offset, count);
        self->m_offset += count;
    }

    bool readRows(png_bytep buffer, std::size_t begin, std::size_t end, std::size_t height, RowWriter& writer)
    {
        if (setjmp(png_jmpbuf(m_png)) != 0)
            return false;
        if (m_isInterlaced) {
            png_read_image(m_png, m_rows.data());
            for (std::size_t row = begin; row < end; ++row)
                writer.take(m_rows[row] + m_firstByte);
        } else {
            for (std::size_t row = 0; row < end; ++row) {
                png_read_row(m_png, buffer, nullptr);
                if (row >= begin)
                    writer.take(buffer + m_firstByte);
            }
        }
        if (m_isInterlaced || end == height)
            png_read_end(m_png, nullptr); // checks the last chunk, and that nothing is missing
        return true;
    }

    std::span<const unsigned char> m_bytes;
    std::size_t m_offset = 0;
    std::string m_message;
    std::vector<png_bytep> m_rows; // of an interlaced picture
    bool m_isInterlaced = false;
    std::size_t m_firstByte = 0; // of the window in a row
    png_structp m_png;
    png_infop m_info;
};

class PngWriter final
{
public:
    PngWriter()
        : m_png(png_create_write_struct(PNG_LIBPNG_VER_STRING, &m_message, onError, onWarning))
        , m_info(m_png != nullptr ? png_create_info_struct(m_png) : nullptr)
    {
    }
    ~PngWriter() { png_destroy_write_struct(&m_png, &m_info); }
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;

    [[nodiscard]] const std::string& message() const { return m_message; }
    [[nodiscard]] std::string takeBytes() { return std::move(m_bytes); }

    bool write(const PngHeader& header, const std::vector<png_const_bytep>& rows, const std::vector<png_color>& palette)
    {
        if (m_png == nullptr || m_info == nullptr)
            return false;
        if (setjmp(png_jmpbuf(m_png)) != 0)
            return false;
        png_set_write_fn(m_png, &m_bytes, &PngWriter::onWrite, &PngWriter::onFlush);
        png_set_IHDR(m_png, m_info, static_cast<png_uint_32>(header.size.width),
                     static_cast<png_uint_32>(header.size.height), header.bitDepth, typeOf(header.kind),
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        if (!palette.empty())
            png_set_PLTE(m_png, m_info, palette.data(), static_cast<int>(palette.size()));
        png_write_info(m_png, m_info);
        if (header.bitDepth == 16 && std::endian::native == std::endian::little)
            png_set_swap(m_png);
        png_write_image(m_png, const_cast<png_bytepp>(rows.data())); // libpng reads them, and declares otherwise
        png_write_end(m_png, nullptr);
        return true;
    }

private:
    static void onWrite(png_structp png, png_bytep data, std::size_t count)
    {
        static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(data), count);
    }
    static void onFlush(png_structp) {}

    std::string m_message;
    std::string m_bytes;
    png_structp m_png;
    png_infop m_info;
};

std::unexpected<Error> damaged(const PngReader& reader, const std::string& name)
{
    return fail(ErrorCode::Data, "damaged or incomplete PNG: " + reader.message(), name,
                "copy or export the file again");
}

/// `prepare` makes room for a window of samples and gives the writer that fills it.
template<class Prepare>
Result<ImageWindow> decodePng(std::span<const unsigned char> bytes, const std::string& name, const PixelWindow& wanted,
                              const Prepare& prepare)
{
    thread_local PlainPng plain;
    if (findPlainPng(bytes, plain)) {
        const PixelWindow window = windowWithin(wanted, plain.size);
        RowWriter writer = prepare(window, plain.format);
        if (readPlainPng(plain, window, writer))
            return ImageWindow{plain.size, 1, window};
    }
    PngReader reader(bytes);
    if (!reader.readInfo())
        return damaged(reader, name);
    const ImageSize whole = reader.header().size;
    if (const auto sane = checkSize(whole, name); !sane)
        return std::unexpected(sane.error());
    const PixelWindow window = windowWithin(wanted, whole);
    RowWriter writer = prepare(window, reader.format());
    if (!reader.keepSamples() || !reader.readRows(window, writer))
        return damaged(reader, name);
    return ImageWindow{whole, 1, window};
}

} // namespace

bool isPng(std::span<const unsigned char> bytes)
{
    return bytes.size() >= 8 && png_sig_cmp(bytes.data(), 0, 8) == 0;
}

Result<PngHeader> readPngHeader(std::span<const unsigned char> bytes, const std::string& name)
{
    PngReader reader(bytes);
    if (!reader.readInfo())
        return damaged(reader, name);
    return reader.header();
}

Result<ImageWindow> decodePngChannels(std::span<const unsigned char> bytes, const std::string& name,
                                      const PixelWindow& wanted, ChannelImage& image)
{
    return decodePng(bytes, name, wanted, [&](const PixelWindow& window, const StoredFormat& format) {
        image.size = window.size;
        image.data.resize(pixelCount(window.size) * static_cast<std::size_t>(image.channels));
        return RowWriter::asChannels(format, image.channels, window.size.width, image.data.data());
    });
}

Result<void> decodePngStored(std::span<const unsigned char> bytes, const std::string& name, const PixelWindow& wanted,
                             StoredPixels& pixels)
{
    const auto decoded = decodePng(bytes, name, wanted, [&](const PixelWindow& window, const StoredFormat& format) {
        pixels.format = format;
        pixels.data.resize(pixelCount(window.size) * format.pixelBytes());
        return RowWriter::asStored(format, window.size.width, pixels.data.data());
    });
    if (!decoded)
        return std::unexpected(decoded.error());
    pixels.whole = decoded->whole;
    pixels.window = decoded->window;
    pixels.orientation = decoded->orientation;
    return {};
}

Result<std::string> encodePng(const PngHeader& header, std::span<const std::uint8_t> data, std::span<const Rgb> palette)
{
    const auto rowCount = static_cast<std::size_t>(header.size.height);
    if (rowCount == 0 || header.size.width <= 0 || data.empty())
        return fail(ErrorCode::Internal, "a picture without pixels cannot be written");
    std::vector<png_const_bytep> rows(rowCount);
    for (std::size_t row = 0; row < rowCount; ++row)
        rows[row] = data.data() + row * (data.size() / rowCount);
    std::vector<png_color> entries;
    for (const Rgb& color : palette)
        entries.push_back({color[0], color[1], color[2]});
    PngWriter writer;
    if (!writer.write(header, rows, entries))
        return fail(ErrorCode::Internal, "PNG not written: " + writer.message());
    return writer.takeBytes();
}

} // namespace gapless
