// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_index.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "core/data/image_decode.h"
#include "core/data/natural_order.h"
#include "core/data/path_text.h"

namespace gapless
{

namespace
{

namespace fs = std::filesystem;

constexpr std::string_view maskSuffix = "_mask";
constexpr std::array<std::string_view, 5> pictureExtensions{".png", ".jpg", ".jpeg", ".tif", ".tiff"};

std::string nameOf(const fs::path& file)
{
    return pathText(file.filename());
}

std::string stemOf(const fs::path& file)
{
    return pathText(file.stem());
}

std::string lowerExtension(const fs::path& file)
{
    std::string extension = pathText(file.extension());
    std::ranges::transform(extension, extension.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return extension;
}

struct FolderFiles
{
    std::vector<fs::path> pictures; // natural order
    std::vector<DatasetProblem> problems;
};

DatasetProblem unsupported(const fs::path& file)
{
    static const std::set<std::string> formats{".bmp", ".gif", ".webp", ".jp2", ".pgm", ".ppm", ".pbm", ".npy"};
    if (formats.contains(lowerExtension(file)))
        return {Severity::Warning, "unsupported", file,
                "left out: PNG, JPEG and TIFF are read in this version; convert it to PNG"};
    return {Severity::Note, "unsupported", file, "left out: not a PNG, JPEG or TIFF file"};
}

Result<FolderFiles> listFolder(const fs::path& folder)
{
    FolderFiles files;
    std::error_code reason;
    fs::directory_iterator entry(folder, reason);
    for (; !reason && entry != fs::directory_iterator(); entry.increment(reason)) {
        std::error_code unknown;
        const fs::file_status status = entry->status(unknown);
        if (fs::is_directory(status))
            continue;
        const std::string extension = lowerExtension(entry->path());
        const bool isPicture = std::ranges::find(pictureExtensions, extension) != pictureExtensions.end();
        if (fs::is_regular_file(status) && isPicture && !nameOf(entry->path()).starts_with('.'))
            files.pictures.push_back(entry->path());
        else if (!fs::exists(status) && isPicture)
            files.problems.push_back(
                {Severity::Error, "unreadable", entry->path(), "a link to a file that does not exist"});
        else
            files.problems.push_back(unsupported(entry->path()));
    }
    if (reason)
        return fail(ErrorCode::Data, "folder cannot be read: " + reason.message(), pathText(folder),
                    "check that it exists and that you may read it");
    std::ranges::sort(files.pictures, naturalLess, nameOf);
    std::ranges::sort(files.problems, naturalLess, [](const DatasetProblem& problem) { return nameOf(problem.file); });
    return files;
}

using ByStem = std::map<std::string, std::vector<fs::path>>;

ByStem byStem(const std::vector<fs::path>& files)
{
    ByStem result;
    for (const fs::path& file : files)
        result[stemOf(file)].push_back(file);
    return result;
}

/// In a folder that holds both, X_mask is a mask where there is a picture X; everything else is an image.
void separateMasks(FolderFiles& images, FolderFiles& masks)
{
    const ByStem all = byStem(images.pictures);
    const auto isMask = [&](const fs::path& file) {
        const std::string stem = stemOf(file);
        return stem.ends_with(maskSuffix) && all.contains(stem.substr(0, stem.size() - maskSuffix.size()));
    };
    std::erase_if(images.pictures, isMask);
    std::erase_if(masks.pictures, [&](const fs::path& file) { return !isMask(file); });
    masks.problems.clear(); // those of the images are the same
}

std::string joined(const std::vector<fs::path>& files)
{
    std::string text;
    for (const fs::path& file : files)
        text += (text.empty() ? "" : ", ") + nameOf(file);
    return text;
}

/// Masks by the stem of the image that each belongs to; those that belong to none are reported.
ByStem masksByImage(const std::vector<fs::path>& masks, const ByStem& images, std::vector<DatasetProblem>& problems)
{
    ByStem result;
    for (const fs::path& mask : masks) {
        const std::string stem = stemOf(mask);
        const std::string shortened =
            stem.ends_with(maskSuffix) ? stem.substr(0, stem.size() - maskSuffix.size()) : stem;
        if (images.contains(stem))
            result[stem].push_back(mask);
        else if (images.contains(shortened))
            result[shortened].push_back(mask);
        else
            problems.push_back(
                {Severity::Warning, "unused-mask", mask, "no image has this name; the mask is not used"});
    }
    return result;
}

} // namespace

Result<SampleIndex> indexSamples(const fs::path& images, const fs::path& masks)
{
    auto imageFiles = listFolder(images);
    if (!imageFiles)
        return std::unexpected(imageFiles.error());
    auto maskFiles = listFolder(masks);
    if (!maskFiles)
        return std::unexpected(maskFiles.error());
    std::error_code unknown;
    if (fs::equivalent(images, masks, unknown))
        separateMasks(*imageFiles, *maskFiles);

    SampleIndex index;
    index.problems = std::move(imageFiles->problems);
    index.problems.insert(index.problems.end(), maskFiles->problems.begin(), maskFiles->problems.end());
    const ByStem imagesByStem = byStem(imageFiles->pictures);
    const ByStem masksByStem = masksByImage(maskFiles->pictures, imagesByStem, index.problems);
    std::set<std::string> reported;
    for (const fs::path& image : imageFiles->pictures) {
        const std::string stem = stemOf(image);
        const std::vector<fs::path>& sameStem = imagesByStem.at(stem);
        const auto mask = masksByStem.find(stem);
        if (sameStem.size() > 1) {
            if (reported.insert(stem).second)
                index.problems.push_back(
                    {Severity::Error, "ambiguous", image,
                     "several images share one name: " + joined(sameStem) + "; rename or remove all but one"});
        } else if (mask == masksByStem.end()) {
            index.problems.push_back({Severity::Warning, "missing-mask", image,
                                      "no mask " + stem + " or " + stem + "_mask; the image is left out"});
        } else if (mask->second.size() > 1) {
            index.problems.push_back({Severity::Error, "ambiguous", image,
                                      "several masks fit: " + joined(mask->second) + "; rename or remove all but one"});
        } else {
            index.pairs.push_back({image, mask->second.front()});
        }
    }
    if (index.pairs.empty()) {
        const std::string none = imageFiles->pictures.empty()  ? pathText(images) + " holds no images"
                                 : maskFiles->pictures.empty() ? pathText(masks) + " holds no masks"
                                                               : std::string();
        index.problems.push_back({Severity::Error,
                                  "no-pairs",
                                  {},
                                  !none.empty()
                                      ? none + " (PNG, JPEG or TIFF; masks are PNG or TIFF)"
                                      : "no image of " + pathText(images) + " has a mask of the same name in " +
                                            pathText(masks) + " (X.png with X.png or X_mask.png)"});
    }
    return index;
}

Result<std::vector<fs::path>> indexImages(const fs::path& images)
{
    auto files = listFolder(images);
    if (!files)
        return std::unexpected(files.error());
    return std::move(files->pictures);
}

Result<std::vector<ImagePair>> indexUnlabelled(const fs::path& images)
{
    const auto files = indexImages(images);
    if (!files)
        return std::unexpected(files.error());
    std::vector<ImagePair> pairs;
    for (const fs::path& file : *files) {
        const auto header = readImageHeader(file);
        if (!header)
            return std::unexpected(header.error());
        pairs.push_back({file, {}, uprightSize(header->size, header->orientation)});
    }
    return pairs;
}

} // namespace gapless
