package dev.mayfly.face.mongo.language.update;

import dev.mayfly.face.mongo.language.value.BsonOrder;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $min} and {@code $max}, in the order of all values. */
final class CompareModifier implements Modifier {
    private final BsonValue candidate;
    private final int sign;

    private CompareModifier(BsonValue candidate, int sign) {
        this.candidate = candidate;
        this.sign = sign;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every modifier's factory.
    static CompareModifier min(String path, BsonValue candidate) {
        return new CompareModifier(candidate, -1);
    }

    @SuppressWarnings("UnusedVariable") // The shape of every modifier's factory.
    static CompareModifier max(String path, BsonValue candidate) {
        return new CompareModifier(candidate, 1);
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Place place) {
        return current == null || Integer.signum(BsonOrder.compare(candidate, current)) == sign ? candidate : current;
    }
}
