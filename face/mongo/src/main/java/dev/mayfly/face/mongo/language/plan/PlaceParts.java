package dev.mayfly.face.mongo.language.plan;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.geo.CellSpan;
import dev.mayfly.face.mongo.language.filter.GeoTest;
import dev.mayfly.face.mongo.language.filter.Intervals;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.filter.Predicate;
import dev.mayfly.face.mongo.language.filter.SpecialFilters;
import dev.mayfly.face.mongo.language.geo.CellKeys;
import dev.mayfly.face.mongo.language.geo.PlaceIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parts of an index in which it keeps places.
 *
 * @param index how it keeps them
 * @param paths of these parts
 */
public record PlaceParts(PlaceIndex index, Set<FieldPath> paths) {
    public PlaceParts {
        paths = Set.copyOf(paths);
    }

    /**
     * Returns the predicates in the terms of the index: on a place only what speaks of regions, on other parts those
     * that are given.
     */
    Map<FieldPath, List<Predicate>> predicates(MongoFilter filter, Map<FieldPath, List<Predicate>> others) {
        Map<FieldPath, List<Predicate>> all = new HashMap<>(others);
        paths.forEach(all::remove);
        SpecialFilters.required(filter).forEach(each -> {
            if (each instanceof MongoFilter.AtPath(FieldPath path, GeoTest test) && paths.contains(path)) {
                List<CellSpan> cells = index.cellsFor(test.region(), test.within());
                if (cells != null) {
                    Intervals intervals = new Intervals(CellKeys.intervals(cells), false);
                    all.computeIfAbsent(path, _ -> new ArrayList<>()).add(new Predicate(path, intervals, List.of()));
                }
            }
        });
        return all;
    }
}
