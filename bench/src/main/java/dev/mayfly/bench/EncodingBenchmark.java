package dev.mayfly.bench;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyExtractor;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.Filter;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the cost of encoding keys, finding paths and judging filters on a BSON document of 200 bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class EncodingBenchmark {
    private static final FieldPath LAST = FieldPath.of("filler");
    private static final FieldPath MISSING = FieldPath.of("address.city");

    private final byte[] bytes = new Documents().body(1, Rig.START);
    private final KeyExtractor single = new KeyExtractor(List.of(KeyPart.ascending("f")), false);
    private final KeyExtractor compound =
            new KeyExtractor(List.of(KeyPart.ascending("f"), KeyPart.descending("at")), false);
    private final Filter equality = filter("{f: 17}");
    private final Filter range = filter("{f: {$gte: 100, $lt: 10000}, at: {$exists: true}}");
    private final Filter alternatives = filter("{$or: [{f: {$in: [1, 2, 3]}}, {missing: null, 'filler.x': {$ne: 1}}]}");

    private static Filter filter(String json) {
        return FilterCompiler.compile(BsonDocument.parse(json), Variables.NONE);
    }

    private View document() {
        return BsonView.of(bytes);
    }

    @Benchmark
    public byte[] keyOfTheWholeDocument() {
        return KeyWriter.encode(document());
    }

    @Benchmark
    public Object indexKeyOfOneField() {
        return single.extract(document());
    }

    @Benchmark
    public Object indexKeyOfTwoFields() {
        return compound.extract(document());
    }

    @Benchmark
    public @Nullable Object pathOfTheLastField() {
        return LAST.in(document());
    }

    @Benchmark
    public boolean pathThatIsMissing() {
        return MISSING.in(document()) == null;
    }

    @Benchmark
    public boolean filterByEquality() {
        return equality.matches(document());
    }

    @Benchmark
    public boolean filterByRange() {
        return range.matches(document());
    }

    @Benchmark
    public boolean filterByAlternatives() {
        return alternatives.matches(document());
    }
}
