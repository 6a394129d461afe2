package dev.mayfly.face.cosmos.language.rank;

import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.face.cosmos.language.function.VectorDistance;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How near a vector of an item is to another: of the query, or of the item too. */
public final class VectorScore implements ItemScore {
    private final VectorMetric metric;
    private final Vector one;
    private final Vector other;

    /** Where a vector is from. */
    public sealed interface Vector {
        double @Nullable [] of(SqlValue item);
    }

    /** What stands in the query; null if that is no vector. */
    public record Given(double @Nullable [] numbers) implements Vector {
        @Override
        public double @Nullable [] of(SqlValue item) {
            return numbers;
        }
    }

    /** What an item has at the end of these names. */
    public record Stored(List<String> path) implements Vector {
        public Stored {
            path = List.copyOf(path);
        }

        @Override
        public double @Nullable [] of(SqlValue item) {
            return VectorDistance.vector(ItemScore.at(path, item));
        }
    }

    public VectorScore(VectorMetric metric, Vector one, Vector other) {
        this.metric = metric;
        this.one = one;
        this.other = other;
    }

    /** A path of items, and the vector with which theirs are compared. */
    public record Target(List<String> path, double[] vector) {}

    /** Returns what is compared, if it is a path of items with a vector of the query. */
    public Optional<Target> target() {
        if (one instanceof Given) {
            return target(other, one);
        }
        return target(one, other);
    }

    private static Optional<Target> target(Vector stored, Vector given) {
        return stored instanceof Stored(List<String> path)
                        && !path.isEmpty()
                        && given instanceof Given(double[] vector)
                        && vector != null
                ? Optional.of(new Target(path, vector))
                : Optional.empty();
    }

    public VectorMetric metric() {
        return metric;
    }

    @Override
    public boolean needsAll() {
        return false;
    }

    @Override
    public void observe(SqlValue item) {}

    @Override
    public double of(SqlValue item) {
        return VectorDistance.between(metric, one.of(item), other.of(item)) instanceof SqlNumber number
                ? metric.nearness(number.doubleValue())
                : NONE;
    }
}
