package dev.mayfly.face.mongo.language.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyExtractor;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.ParallelArraysException;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.document.WildcardExtractor;
import dev.mayfly.base.query.IndexRange;
import dev.mayfly.base.query.IndexShape;
import dev.mayfly.base.query.SortOrder;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.Comparison;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.Intervals;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever is planned finds what a look at every document finds, in the order that is promised. */
class PlannerProperties {
    private static final long SEED = Long.getLong("seed", 20_261_121L);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final PlannerInputs inputs = new PlannerInputs(random);

    private record Entry(byte[] key, BsonDocument document) {}

    private record Index(PlannerIndex index, List<Entry> entries) {}

    @Test
    void everyPlanFindsExactlyWhatMatches() {
        int used = 0;
        int sorted = 0;
        int united = 0;
        int merged = 0;
        for (int round = 0; round < 1_200; round++) {
            List<BsonDocument> documents = inputs.documents();
            List<Index> indexes = indexes(documents);
            for (int query = 0; query < 12; query++) {
                Plan plan = check(documents, indexes);
                used += plan instanceof Plan.IndexScan ? 1 : 0;
                sorted += plan instanceof Plan.IndexScan && plan.sorted() ? 1 : 0;
                united += plan instanceof Plan.Union union && !union.disjoint() ? 1 : 0;
                merged += plan instanceof Plan.Union union && union.disjoint() ? 1 : 0;
            }
        }
        assertTrue(used > 3_000, "index scans " + used);
        assertTrue(sorted > 500, "sorted index scans " + sorted);
        assertTrue(united > 50, "unions " + united);
        assertTrue(merged > 20, "merges " + merged);
    }

    private static final Collation ENGLISH = CollationSpec.parse(BsonDocument.parse("{locale: 'en', strength: 2}"));

    /** Of the query in hand. */
    private Collation collation = Collation.SIMPLE;

    private Plan check(List<BsonDocument> documents, List<Index> indexes) {
        BsonDocument spec = inputs.filter(2);
        BsonDocument sort = random.nextInt(3) == 0 ? inputs.sort() : new BsonDocument();
        List<KeyPart> parts =
                indexes.isEmpty() ? List.of() : indexes.getFirst().index.shape().parts();
        if (parts.size() > 1 && random.nextInt(4) == 0) {
            // Several values of what leads an index, in the order of what follows.
            spec = new BsonDocument(
                    parts.get(0).path().dotted(),
                    new BsonDocument("$in", new BsonArray(List.of(inputs.scalar(), inputs.scalar(), inputs.scalar()))));
            sort = new BsonDocument(parts.get(1).path().dotted(), new BsonInt32(random.nextBoolean() ? 1 : -1));
        }
        collation = anyCollation();
        MongoFilter filter = FilterCompiler.compile(spec, Variables.NONE.withCollation(collation));
        Plan plan = Planner.plan(
                filter, sort, null, () -> indexes.stream().map(Index::index).toList(), collation);
        String what = "seed " + SEED + ": " + collation.spec().toJson() + spec.toJson() + " sort " + sort.toJson() + " "
                + plan + " of " + indexes + " in " + documents;
        List<BsonDocument> found = visit(plan, sort, documents, indexes, what);
        Set<BsonDocument> expected = new LinkedHashSet<>();
        for (BsonDocument document : documents) {
            if (filter.matches(TreeView.of(document))) {
                expected.add(document);
            }
        }
        assertEquals(expected, new LinkedHashSet<>(found), what);
        if (plan.sorted() && !sort.isEmpty()) {
            checkOrder(new SortOrder(SortCompiler.compile(sort)), found, what);
        }
        return plan;
    }

    private void checkOrder(SortOrder order, List<BsonDocument> found, String what) {
        for (int i = 1; i < found.size(); i++) {
            byte[] before;
            byte[] after;
            try {
                before = order.keyOf(collation.fold(TreeView.of(found.get(i - 1))));
                after = order.keyOf(collation.fold(TreeView.of(found.get(i))));
            } catch (ParallelArraysException _) {
                return;
            }
            assertTrue(Arrays.compareUnsigned(before, after) <= 0, what);
        }
    }

    private List<BsonDocument> visit(
            Plan plan, BsonDocument sort, List<BsonDocument> documents, List<Index> indexes, String what) {
        List<Entry> ids = new ArrayList<>();
        documents.forEach(each -> ids.add(new Entry(KeyWriter.encode(TreeView.of(each.getInt32("_id"))), each)));
        List<BsonDocument> found = new ArrayList<>();
        if (plan instanceof Plan.Union union) {
            return united(union, sort, documents, indexes, what);
        }
        switch (plan) {
            case Plan.Union _, Plan.DeadlineScan _, Plan.NearScan _, Plan.TextScan _ ->
                throw new IllegalStateException();
            case Plan.KeyLookup lookup ->
                lookup.keys().forEach(key -> scan(ids, new IndexRange(key, above(key)), false, found));
            case Plan.KeyRangeScan scan -> scan.ranges().forEach(range -> scan(ids, range, scan.backward(), found));
            case Plan.CollectionScan scan -> scan(ids, IndexRange.ALL, scan.backward(), found);
            case Plan.IndexScan scan -> {
                Index index = indexes.stream()
                        .filter(each -> each.index.name().equals(scan.index()))
                        .findFirst()
                        .orElseThrow();
                scan.ranges().forEach(range -> scan(index.entries, range, scan.backward(), found));
            }
        }
        Set<BsonDocument> distinct = new LinkedHashSet<>(found);
        assertTrue(plan.mayRepeat() || distinct.size() == found.size(), what);
        List<BsonDocument> matching = new ArrayList<>(distinct);
        matching.removeIf(each -> !plan.filter().matches(TreeView.of(each)));
        return matching;
    }

    /** As it is carried out: nothing that an earlier branch finds, and merged when each branch is in order. */
    private List<BsonDocument> united(
            Plan.Union union, BsonDocument sort, List<BsonDocument> documents, List<Index> indexes, String what) {
        List<List<BsonDocument>> branches = new ArrayList<>();
        for (int i = 0; i < union.branches().size(); i++) {
            List<BsonDocument> branch = new ArrayList<>(visit(union.branches().get(i), sort, documents, indexes, what));
            if (union.sorted() && !sort.isEmpty()) {
                checkOrder(new SortOrder(SortCompiler.compile(sort)), branch, what);
            }
            List<Plan> earlier = union.disjoint() ? List.of() : union.branches().subList(0, i);
            branch.removeIf(
                    each -> earlier.stream().anyMatch(plan -> plan.filter().matches(TreeView.of(each))));
            branches.add(branch);
        }
        List<BsonDocument> all = new ArrayList<>();
        branches.forEach(all::addAll);
        assertEquals(new LinkedHashSet<>(all).size(), all.size(), what);
        if (union.sorted() && !sort.isEmpty()) {
            SortOrder order = new SortOrder(SortCompiler.compile(sort));
            all.sort(Comparator.comparing(
                    each -> order.keyOf(collation.fold(TreeView.of(each))), Arrays::compareUnsigned));
        }
        return all;
    }

    private Collation anyCollation() {
        return random.nextInt(3) == 0 ? ENGLISH : Collation.SIMPLE;
    }

    private static byte[] above(byte[] key) {
        return KeyWriter.prefixUntil(key);
    }

    private static void scan(List<Entry> entries, IndexRange range, boolean backward, List<BsonDocument> found) {
        List<Entry> ordered = new ArrayList<>(entries);
        ordered.sort((x, y) -> Arrays.compareUnsigned(x.key, y.key));
        for (Entry entry : backward ? ordered.reversed() : ordered) {
            if (range.contains(entry.key)) {
                found.add(entry.document);
            }
        }
    }

    private List<Index> indexes(List<BsonDocument> documents) {
        List<Index> indexes = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            Index index = random.nextInt(8) == 0 ? wildcard("w" + i, documents) : index("i" + i, documents);
            if (index != null) {
                indexes.add(index);
            }
        }
        return indexes;
    }

    private @Nullable Index index(String name, List<BsonDocument> documents) {
        Set<String> paths = new LinkedHashSet<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            paths.add(inputs.path());
        }
        if (random.nextInt(4) == 0) {
            paths = new LinkedHashSet<>(List.of("a.b", "a.c"));
        }
        List<KeyPart> parts = new ArrayList<>();
        paths.forEach(path -> parts.add(new KeyPart(FieldPath.of(path), random.nextBoolean())));
        boolean sparse = random.nextInt(3) == 0;
        MongoFilter partial = random.nextInt(4) == 0 ? FilterCompiler.compile(inputs.filter(1), Variables.NONE) : null;
        KeyExtractor extractor = new KeyExtractor(parts, sparse);
        Collation ofIndex = anyCollation();
        List<Entry> entries = new ArrayList<>();
        boolean multikey = false;
        for (BsonDocument document : documents) {
            View view = TreeView.of(document);
            if (partial == null || partial.matches(view)) {
                try {
                    var extraction = extractor.extract(ofIndex.fold(view));
                    multikey |= extraction.multikey();
                    extraction.keys().forEach(key -> entries.add(new Entry(key, document)));
                } catch (ParallelArraysException _) {
                    return null;
                }
            }
        }
        IndexShape shape = new IndexShape(parts, sparse, multikey, false);
        boolean hashed = !multikey && parts.size() == 1 && random.nextInt(10) == 0;
        return new Index(
                new PlannerIndex(name, shape, partial, random.nextInt(10) == 0, ofIndex, hashed, null, null), entries);
    }

    private Index wildcard(String name, List<BsonDocument> documents) {
        Set<FieldPath> included = random.nextBoolean() ? Set.of() : Set.of(FieldPath.of("a"));
        Set<FieldPath> excluded = random.nextBoolean() ? Set.of() : Set.of(FieldPath.of("a.b"));
        Collation ofIndex = anyCollation();
        WildcardExtractor extractor = new WildcardExtractor(null, included, excluded);
        List<Entry> entries = new ArrayList<>();
        for (BsonDocument document : documents) {
            extractor
                    .extract(ofIndex.fold(TreeView.of(document)))
                    .keys()
                    .forEach(key -> entries.add(new Entry(key, document)));
        }
        List<KeyPart> parts = new ArrayList<>();
        included.forEach(path -> parts.add(new KeyPart(path, false)));
        excluded.forEach(path -> parts.add(new KeyPart(path, true)));
        return new Index(
                new PlannerIndex(
                        name, new IndexShape(parts, false, true, true), null, false, ofIndex, false, null, null),
                entries);
    }

    @Test
    void theOrderOfIntervalsTurnsRoundInADescendingPart() {
        Comparator<byte[]> unsigned = Arrays::compareUnsigned;
        for (int i = 0; i < 50_000; i++) {
            Intervals intervals = Intervals.of(Comparison.of(relation(), inputs.scalar(), Collation.SIMPLE));
            if (intervals == null) {
                continue;
            }
            View value = TreeView.of(inputs.scalar());
            TreeSet<byte[]> keys = new TreeSet<>(unsigned);
            keys.add(new KeyWriter()
                    .append(value, true)
                    .append(TreeView.of(inputs.scalar()), random.nextBoolean())
                    .toBytes());
            boolean ascending = intervals.list().stream().anyMatch(each -> each.contains(KeyWriter.encode(value)));
            boolean descending =
                    intervals.list().stream().anyMatch(each -> each.descending().contains(keys.first()));
            assertEquals(ascending, descending, "seed " + SEED);
        }
    }

    private Comparison.Relation relation() {
        List<Comparison.Relation> all = List.of(Comparison.Relation.values());
        return all.get(random.nextInt(all.size()));
    }
}
