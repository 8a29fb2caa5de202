// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/jpeg_codec.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

#include <jpeglib.h> // needs <cstdio> before it

#include <jerror.h>

#include "core/data/size_limit.h"

namespace gapless
{

namespace
{

/// Tag 0x0112 of the first directory of an APP1 segment (CIPA DC-008, "Exif 2.3"); 1 when it is missing or makes no
/// sense.
int exifOrientation(std::span<const unsigned char> segment)
{
    constexpr std::array<unsigned char, 6> mark{'E', 'x', 'i', 'f', 0, 0};
    if (segment.size() < 14 || std::memcmp(segment.data(), mark.data(), mark.size()) != 0)
        return 1;
    const std::span<const unsigned char> tiff = segment.subspan(mark.size());
    const bool little = tiff[0] == 'I';
    const auto byteAt = [&](std::size_t at) { return at < tiff.size() ? unsigned{tiff[at]} : 0U; };
    const auto word = [&](std::size_t at) {
        return little ? byteAt(at) | byteAt(at + 1) << 8U : byteAt(at) << 8U | byteAt(at + 1);
    };
    const auto longWord = [&](std::size_t at) {
        return little ? word(at) | word(at + 2) << 16U : word(at) << 16U | word(at + 2);
    };
    const std::size_t directory = longWord(4);
    const std::size_t entries = word(directory);
    for (std::size_t entry = 0; entry < entries && directory + 2 + entry * 12 < tiff.size(); ++entry) {
        const std::size_t at = directory + 2 + entry * 12;
        if (word(at) != 0x0112)
            continue;
        const unsigned value = word(at + 8);
        return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
    return 1;
}

/// libjpeg reports errors by longjmp. The functions that call setjmp have only trivial locals, so no destructor is
/// skipped.
class JpegReader final
{
public:
    /// `channels` of the pixels: 1 or 3.
    explicit JpegReader(std::span<const unsigned char> bytes, int channels = 3)
        : m_bytes(bytes)
        , m_channels(static_cast<std::size_t>(channels))
    {
        m_jpeg.err = jpeg_std_error(&m_errors.base);
        m_errors.base.error_exit = &JpegReader::onError;
        m_errors.base.emit_message = &JpegReader::onMessage;
    }
    ~JpegReader() { jpeg_destroy_decompress(&m_jpeg); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    [[nodiscard]] const char* message() const { return m_errors.text.data(); }

    bool readHeader()
    {
        if (setjmp(m_errors.target) != 0)
            return false;
        jpeg_create_decompress(&m_jpeg);
        jpeg_mem_src(&m_jpeg, m_bytes.data(), m_bytes.size());
        jpeg_save_markers(&m_jpeg, JPEG_APP0 + 1, 0xFFFF);
        jpeg_read_header(&m_jpeg, TRUE);
        return true;
    }

    [[nodiscard]] JpegHeader header() const
    {
        JpegHeader header{
            {static_cast<int>(m_jpeg.image_height), static_cast<int>(m_jpeg.image_width)}, m_jpeg.num_components, 1};
        for (const jpeg_marker_struct* marker = m_jpeg.marker_list; marker != nullptr && header.orientation == 1;
             marker = marker->next)
            if (marker->marker == JPEG_APP0 + 1)
                header.orientation = exifOrientation({marker->data, marker->data_length});
        return header;
    }

    bool readPixels(std::uint8_t* data)
    {
        if (setjmp(m_errors.target) != 0)
            return false;
        start();
        while (m_jpeg.output_scanline < m_jpeg.output_height) {
            JSAMPROW row = data + std::size_t{m_jpeg.output_scanline} * m_jpeg.output_width * m_channels;
            jpeg_read_scanlines(&m_jpeg, &row, 1);
        }
        jpeg_finish_decompress(&m_jpeg);
        return true;
    }

    /// The pixels of `window` as readPixels() has them. At the left and right edge of what it decodes, the library
    /// smooths colours as at the picture's own edges; so it gets a block more on each side.
    bool readWindow(const PixelWindow& window, std::uint8_t* data)
    {
        thread_local std::vector<std::uint8_t> buffer; // a row of the blocks about the window
        buffer.resize(std::size_t{m_jpeg.image_width} * m_channels);
        return readWindow(window, data, buffer.data());
    }

private:
    struct Errors
    {
        jpeg_error_mgr base; // first: the library's pointer to it is a pointer to Errors
        std::jmp_buf target;
        std::array<char, JMSG_LENGTH_MAX> text;
    };

    [[noreturn]] static void onError(j_common_ptr jpeg)
    {
        auto* errors = reinterpret_cast<Errors*>(jpeg->err);
        errors->base.format_message(jpeg, errors->text.data());
        std::longjmp(errors->target, 1);
    }

    static void onMessage(j_common_ptr jpeg, int level)
    {
        const int code = jpeg->err->msg_code;
        if (level < 0 && code != JWRN_ADOBE_XFORM &&
            code != JWRN_JFIF_MAJOR) // these two concern the header, not the pixels
            onError(jpeg);
    }

    // The caller has set the jump target.
    void start()
    {
        m_jpeg.out_color_space = m_channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
        jpeg_start_decompress(&m_jpeg);
    }

    bool readWindow(const PixelWindow& window, std::uint8_t* data, JSAMPROW row)
    {
        if (setjmp(m_errors.target) != 0)
            return false;
        start();
        const auto blockWidth = static_cast<JDIMENSION>(m_jpeg.max_h_samp_factor * DCTSIZE);
        const auto left = static_cast<JDIMENSION>(window.left);
        const auto right = left + static_cast<JDIMENSION>(window.size.width);
        JDIMENSION first = left - std::min(left, blockWidth);
        JDIMENSION columns = std::min(right + blockWidth, m_jpeg.output_width) - first;
        jpeg_crop_scanline(&m_jpeg, &first, &columns);
        jpeg_skip_scanlines(&m_jpeg, static_cast<JDIMENSION>(window.top));
        const std::size_t rowBytes = static_cast<std::size_t>(window.size.width) * m_channels;
        std::uint8_t* out = data;
        while (m_jpeg.output_scanline < static_cast<JDIMENSION>(window.top + window.size.height)) {
            jpeg_read_scanlines(&m_jpeg, &row, 1);
            std::memcpy(out, row + std::size_t{left - first} * m_channels, rowBytes);
            out += rowBytes;
        }
        return true;
    }

    std::span<const unsigned char> m_bytes;
    std::size_t m_channels;
    jpeg_decompress_struct m_jpeg{};
    Errors m_errors{};
};

std::unexpected<Error> damaged(const JpegReader& reader, const std::string& name)
{
    return fail(ErrorCode::Data, std::string("damaged or incomplete JPEG: ") + reader.message(), name,
                "copy or export the file again");
}

} // namespace

bool isJpeg(std::span<const unsigned char> bytes)
{
    return bytes.size() >= 3 && bytes[0] == 0xFF && bytes[1] == 0xD8 && bytes[2] == 0xFF;
}

Result<JpegHeader> readJpegHeader(std::span<const unsigned char> bytes, const std::string& name)
{
    JpegReader reader(bytes);
    if (!reader.readHeader())
        return damaged(reader, name);
    return reader.header();
}

// The library can also decode to 1/2, 1/4 or 1/8 of the size, by leaving out frequencies. That is not the bilinear
// scaling of the pixels: on CamVid at half the size, 2.6 % of the samples differ by more than 1 and some by 47, so a
// picture would change with the way it is read. It is not used.
Result<ImageWindow> decodeJpegChannels(std::span<const unsigned char> bytes, const std::string& name,
                                       const PixelWindow& wanted, ChannelImage& image)
{
    JpegReader reader(bytes, image.channels);
    if (!reader.readHeader())
        return damaged(reader, name);
    const JpegHeader header = reader.header();
    if (const auto sane = checkSize(header.size, name); !sane)
        return std::unexpected(sane.error());
    if (header.channels != 1 && header.channels != 3)
        return fail(ErrorCode::Data, "a CMYK JPEG, made for printing", name, "save it as RGB");
    const PixelWindow whole{0, 0, header.size};
    const PixelWindow window = header.orientation == 1 ? windowWithin(wanted, header.size) : whole;
    image.size = window.size;
    image.data.resize(pixelCount(window.size) * static_cast<std::size_t>(image.channels));
    const bool isRead =
        window == whole ? reader.readPixels(image.data.data()) : reader.readWindow(window, image.data.data());
    if (!isRead)
        return damaged(reader, name);
    return ImageWindow{header.size, header.orientation, window};
}

} // namespace gapless
