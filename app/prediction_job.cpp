// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/prediction_job.h"

#include <map>
#include <system_error>
#include <utility>

#include "core/data/sample_index.h"

namespace gapless::cli
{

namespace
{

bool isSameFolder(const std::filesystem::path& a, const std::filesystem::path& b)
{
    if (a.empty() || b.empty())
        return false;
    std::error_code missing; // a folder that is not there holds nothing that could be replaced
    return std::filesystem::equivalent(a, b, missing) && !missing;
}

} // namespace

Result<std::vector<PredictionJob>> planPrediction(const std::filesystem::path& images, const std::filesystem::path& out,
                                                  bool overlay)
{
    const Result<std::vector<std::filesystem::path>> found = indexImages(images);
    if (!found)
        return std::unexpected(found.error());
    if (found->empty())
        return fail(ErrorCode::Data, "there are no PNG, JPEG or TIFF images in this folder", images.string());

    std::vector<PredictionJob> jobs;
    std::map<std::filesystem::path, std::filesystem::path> writers;
    for (const std::filesystem::path& image : *found) {
        PredictionJob job{image, out / image.stem(), {}};
        job.mask += ".png";
        if (overlay)
            (job.overlay = out / image.stem()) += "_overlay.png";
        for (const std::filesystem::path& file : {job.mask, job.overlay}) {
            if (file.empty())
                continue;
            const auto [writer, isNew] = writers.emplace(file, image);
            if (!isNew)
                return fail(ErrorCode::Data,
                            writer->second.filename().string() + " and " + image.filename().string() +
                                " would both be written to " + file.filename().string(),
                            images.string(), "rename one of them or move it to another folder");
        }
        jobs.push_back(std::move(job));
    }
    return jobs;
}

Result<void> checkOutputFolder(const std::filesystem::path& out, const std::filesystem::path& images,
                               const DataConfig& trainedOn)
{
    if (isSameFolder(out, images))
        return fail(ErrorCode::Usage, "predictions would replace the images", out.string(),
                    "give another folder with --out");
    for (const std::string* folder :
         {&trainedOn.images, &trainedOn.masks, &trainedOn.validationImages, &trainedOn.validationMasks})
        if (isSameFolder(out, *folder))
            return fail(ErrorCode::Usage, "predictions would replace files that the network was trained on",
                        out.string(), "give another folder with --out");
    return {};
}

} // namespace gapless::cli
