// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/png_codec.h"

#include <bit>
#include <csetjmp>
#include <cstring>
#include <png.h>
#include <utility>

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

PngColor colorOf(int type)
{
    switch (type) {
    case PNG_COLOR_TYPE_GRAY_ALPHA:
        return PngColor::GreyAlpha;
    case PNG_COLOR_TYPE_PALETTE:
        return PngColor::Palette;
    case PNG_COLOR_TYPE_RGB:
        return PngColor::Color;
    case PNG_COLOR_TYPE_RGB_ALPHA:
        return PngColor::ColorAlpha;
    default:
        return PngColor::Grey;
    }
}

int typeOf(PngColor color)
{
    switch (color) {
    case PngColor::GreyAlpha:
        return PNG_COLOR_TYPE_GRAY_ALPHA;
    case PngColor::Palette:
        return PNG_COLOR_TYPE_PALETTE;
    case PngColor::Color:
        return PNG_COLOR_TYPE_RGB;
    case PngColor::ColorAlpha:
        return PNG_COLOR_TYPE_RGB_ALPHA;
    case PngColor::Grey:
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
                colorOf(png_get_color_type(m_png, m_info)),
                png_get_bit_depth(m_png, m_info)};
    }

    [[nodiscard]] std::vector<Rgb> palette() const
    {
        png_colorp entries = nullptr;
        int count = 0;
        std::vector<Rgb> result;
        if (png_get_PLTE(m_png, m_info, &entries, &count) != 0)
            for (const png_color& entry : std::span(entries, static_cast<std::size_t>(count)))
                result.push_back({entry.red, entry.green, entry.blue});
        return result;
    }

    bool convertToRgb()
    {
        if (setjmp(png_jmpbuf(m_png)) != 0)
            return false;
        png_set_expand(m_png);
        png_set_scale_16(m_png);
        png_set_strip_alpha(m_png);
        png_set_gray_to_rgb(m_png);
        return update();
    }

    bool keepValues()
    {
        if (setjmp(png_jmpbuf(m_png)) != 0)
            return false;
        png_set_packing(m_png);
        if (std::endian::native == std::endian::little)
            png_set_swap(m_png);
        return update();
    }

    [[nodiscard]] int channels() const { return png_get_channels(m_png, m_info); }

    /// Rows of the converted picture into `data`, which is resized to fit.
    bool readPixels(std::vector<std::uint8_t>& data)
    {
        const std::size_t rowBytes = png_get_rowbytes(m_png, m_info);
        data.resize(rowBytes * png_get_image_height(m_png, m_info));
        m_rows.resize(png_get_image_height(m_png, m_info));
        for (std::size_t row = 0; row < m_rows.size(); ++row)
            m_rows[row] = data.data() + row * rowBytes;
        return readRows();
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

    // The caller has set the jump target.
    bool update()
    {
        static_cast<void>(png_set_interlace_handling(m_png));
        png_read_update_info(m_png, m_info);
        return true;
    }

    bool readRows()
    {
        if (setjmp(png_jmpbuf(m_png)) != 0)
            return false;
        png_read_image(m_png, m_rows.data());
        png_read_end(m_png, nullptr); // checks the last chunk, and that nothing is missing
        return true;
    }

    std::span<const unsigned char> m_bytes;
    std::size_t m_offset = 0;
    std::string m_message;
    std::vector<png_bytep> m_rows;
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
                     static_cast<png_uint_32>(header.size.height), header.bitDepth, typeOf(header.color),
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

Result<void> decodePngRgb(std::span<const unsigned char> bytes, const std::string& name, RgbImage& image)
{
    PngReader reader(bytes);
    if (!reader.readInfo())
        return damaged(reader, name);
    image.size = reader.header().size;
    if (const auto sane = checkSize(image.size, name); !sane)
        return sane;
    if (!reader.convertToRgb() || !reader.readPixels(image.data))
        return damaged(reader, name);
    return {};
}

Result<void> decodePngValues(std::span<const unsigned char> bytes, const std::string& name, PngValues& values)
{
    PngReader reader(bytes);
    if (!reader.readInfo())
        return damaged(reader, name);
    values.header = reader.header();
    if (const auto sane = checkSize(values.header.size, name); !sane)
        return sane;
    values.palette = values.header.color == PngColor::Palette ? reader.palette() : std::vector<Rgb>{};
    if (!reader.keepValues() || !reader.readPixels(values.data))
        return damaged(reader, name);
    values.channels = reader.channels();
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
