package dev.mayfly.face.couchbase.query.sequence;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.couchbase.language.value.N1qlBoolean;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of a sequence that a statement makes or changes; null where it gives none.
 *
 * @param restart whether numbers begin anew, at the first one where {@code start} says nothing
 */
record SequenceOptions(
        @Nullable Long start,
        boolean restart,
        @Nullable Long cache,
        @Nullable Long increment,
        @Nullable Long least,
        @Nullable Long greatest,
        @Nullable Boolean cycle) {
    public static final String START = "start";
    public static final String RESTART = "restart";
    public static final String CACHE = "cache";
    public static final String INCREMENT = "increment";
    public static final String MIN = "min";
    public static final String MAX = "max";
    public static final String CYCLE = "cycle";

    private static final Set<String> OF_CREATE = Set.of(START, CACHE, INCREMENT, MIN, MAX, CYCLE);
    private static final Set<String> OF_ALTER = Set.of(RESTART, CACHE, INCREMENT, MIN, MAX, CYCLE);

    /** Reads the options of CREATE SEQUENCE. */
    static SequenceOptions ofCreate(N1qlObject said) {
        requireKnown(said, OF_CREATE);
        return of(said, number(said, START), false);
    }

    /** Reads the options of ALTER SEQUENCE. */
    static SequenceOptions ofAlter(N1qlObject said) {
        requireKnown(said, OF_ALTER);
        return said.field(RESTART) instanceof N1qlBoolean anew
                ? of(said, null, anew.truth())
                : of(said, number(said, RESTART), !said.field(RESTART).isMissing());
    }

    private static SequenceOptions of(N1qlObject said, @Nullable Long start, boolean restart) {
        Long cache = number(said, CACHE);
        if (cache != null && cache <= 0) {
            throw SequenceErrors.invalidCache(cache);
        }
        N1qlValue cycle = said.field(CYCLE);
        if (!cycle.isMissing() && !(cycle instanceof N1qlBoolean)) {
            throw SequenceErrors.invalidValue(CYCLE);
        }
        return new SequenceOptions(
                start,
                restart,
                cache,
                number(said, INCREMENT),
                number(said, MIN),
                number(said, MAX),
                cycle.isMissing() ? null : cycle.truth());
    }

    private static void requireKnown(N1qlObject said, Set<String> known) {
        JsonObject.Fields<N1qlValue> fields = said.fields();
        while (fields.next()) {
            if (!known.contains(fields.name())) {
                throw SequenceErrors.invalidOption(fields.name());
            }
        }
    }

    private static @Nullable Long number(N1qlObject said, String option) {
        N1qlValue value = said.field(option);
        if (value.isMissing()) {
            return null;
        }
        if (!(value instanceof N1qlNumber number) || !number.isLong()) {
            throw SequenceErrors.invalidValue(option);
        }
        return number.longValue();
    }
}
