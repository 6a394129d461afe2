package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.List;
import java.util.UUID;

/** Functions of the server and of the request. {@code META} and {@code SELF} are the language's own. */
final class MetaFunctions {
    private static final String VERSION = "7.6.0-N1QL";
    private static final String SERVER_VERSION = "7.6.0-0000-enterprise";

    private MetaFunctions() {}

    static void addTo(FunctionTable table) {
        table.addMomentary(
                "UUID",
                0,
                0,
                (moment, _) -> Values.of(new UUID(
                                version4(moment.random().nextLong()),
                                variant(moment.random().nextLong()))
                        .toString()));
        table.addMomentary("CURRENT_USER", 0, 0, (moment, _) -> Values.of(moment.user()));
        table.addMomentary(
                "CURRENT_USERS", 0, 0, (moment, _) -> Values.array(List.of(Values.of("local:" + moment.user()))));
        constant(table, "VERSION", Values.of(VERSION));
        constant(table, "MIN_VERSION", Values.of(VERSION));
        constant(table, "DS_VERSION", Values.of(SERVER_VERSION));
        constant(table, "NODE_NAME", Values.of("127.0.0.1:8091"));
    }

    private static void constant(FunctionTable table, String name, Value value) {
        table.any(name, 0, 0, _ -> value);
    }

    private static long version4(long random) {
        return random & ~0xF000L | 0x4000L;
    }

    private static long variant(long random) {
        return random & 0x3FFF_FFFF_FFFF_FFFFL | Long.MIN_VALUE;
    }
}
