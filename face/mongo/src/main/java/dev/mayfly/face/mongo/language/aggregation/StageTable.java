package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.face.mongo.language.aggregation.stage.StageCompiler;
import java.util.Map;

/** The contents page of the pipeline: every stage by its name. */
final class StageTable {
    static final Map<String, StageCompiler> ALL = Map.ofEntries(
            Map.entry("$match", (_, argument, scope) -> MatchStage.compile(argument, scope)),
            Map.entry("$project", ShapeStages::project),
            Map.entry("$set", ShapeStages::set),
            Map.entry("$addFields", ShapeStages::set),
            Map.entry("$unset", ShapeStages::unset),
            Map.entry("$replaceRoot", ShapeStages::replaceRoot),
            Map.entry("$replaceWith", ShapeStages::replaceWith),
            Map.entry("$redact", RedactStage::compile),
            Map.entry("$sort", (_, argument, _) -> SortStage.compile(argument, 0)),
            Map.entry("$limit", CountingStages::limit),
            Map.entry("$skip", CountingStages::skip),
            Map.entry("$count", CountingStages::count),
            Map.entry("$sample", SampleStage::compile),
            Map.entry("$unwind", UnwindStage::compile),
            Map.entry("$group", GroupStage::compile),
            Map.entry("$sortByCount", BucketStages::sortByCount),
            Map.entry("$setWindowFields", WindowStage::compile),
            Map.entry("$densify", DensifyStage::compile),
            Map.entry("$fill", FillStage::compile),
            Map.entry("$bucket", BucketStages::bucket),
            Map.entry("$bucketAuto", BucketAutoStage::compile),
            Map.entry("$geoNear", GeoNearStage::compile),
            Map.entry(VectorSearchStage.NAME, VectorSearchStage::compile),
            Map.entry("$facet", FacetStage::compile),
            Map.entry("$lookup", LookupStage::compile),
            Map.entry("$graphLookup", GraphLookupStage::compile),
            Map.entry("$unionWith", UnionStage::compile),
            Map.entry("$documents", DocumentsStage::compile));

    private StageTable() {}
}
