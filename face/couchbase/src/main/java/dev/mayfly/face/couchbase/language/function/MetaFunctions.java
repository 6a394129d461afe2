package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlKind;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.List;
import java.util.UUID;

/** Functions of the server and of the request. {@code META} and {@code SELF} are the language's own. */
final class MetaFunctions {
    private static final String VERSION = "7.6.0-N1QL";
    private static final String SERVER_VERSION = "7.6.0-0000-enterprise";

    private MetaFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        table.addMomentary(
                "UUID",
                0,
                0,
                (moment, _) -> N1qlValues.of(new UUID(
                                version4(moment.random().nextLong()),
                                variant(moment.random().nextLong()))
                        .toString()));
        table.addMomentary("CURRENT_USER", 0, 0, (moment, _) -> N1qlValues.of(moment.user()));
        table.addMomentary(
                "CURRENT_USERS",
                0,
                0,
                (moment, _) -> N1qlValues.array(List.of(N1qlValues.of("local:" + moment.user()))));
        // A compiler of statements takes these calls over, wherever statements may be run.
        table.addMomentary("RECURSIVE_CTE", 2, 3, (_, arguments) -> recursive(arguments[0], arguments[1]));
        constant(table, "VERSION", N1qlValues.of(VERSION));
        constant(table, "MIN_VERSION", N1qlValues.of(VERSION));
        constant(table, "DS_VERSION", N1qlValues.of(SERVER_VERSION));
        constant(table, "NODE_NAME", N1qlValues.of("127.0.0.1:8091"));
    }

    private static N1qlValue recursive(N1qlValue anchor, N1qlValue step) {
        if (anchor.kind() == N1qlKind.STRING && step.kind() == N1qlKind.STRING) {
            throw N1qlException.evaluation("RECURSIVE_CTE runs statements, which is not possible here.");
        }
        return anchor.isMissing() || step.isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
    }

    private static void constant(N1qlFunctionTable table, String name, N1qlValue value) {
        table.any(name, 0, 0, _ -> value);
    }

    private static long version4(long random) {
        return random & ~0xF000L | 0x4000L;
    }

    private static long variant(long random) {
        return random & 0x3FFF_FFFF_FFFF_FFFFL | Long.MIN_VALUE;
    }
}
