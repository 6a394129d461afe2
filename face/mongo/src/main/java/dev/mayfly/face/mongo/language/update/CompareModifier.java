package dev.mayfly.face.mongo.language.update;

import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Collation;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $min} and {@code $max}, in the order of all values. */
final class CompareModifier implements Modifier {
    private final BsonValue candidate;
    private final int sign;
    private final Collation collation;

    private CompareModifier(BsonValue candidate, int sign, Collation collation) {
        this.candidate = candidate;
        this.sign = sign;
        this.collation = collation;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every modifier's factory.
    static CompareModifier min(String path, BsonValue candidate, Variables variables) {
        return new CompareModifier(candidate, -1, variables.collation());
    }

    @SuppressWarnings("UnusedVariable") // The shape of every modifier's factory.
    static CompareModifier max(String path, BsonValue candidate, Variables variables) {
        return new CompareModifier(candidate, 1, variables.collation());
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Place place) {
        return current == null || Integer.signum(collation.compare(candidate, current)) == sign ? candidate : current;
    }
}
