package dev.mayfly.face.cosmos.item;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a patch.
 *
 * @param position in its patch, from 1
 * @param path the names and indexes on the way to the changed value; at least one
 * @param from the path a value is moved from; empty otherwise
 * @param value JSON text; null if none is needed
 */
record PatchOperation(Kind kind, int position, List<String> path, List<String> from, byte @Nullable [] value) {
    /** The kind of operation. */
    enum Kind {
        ADD,
        SET,
        REPLACE,
        REMOVE,
        INCR,
        MOVE;

        /** The kind of this word, or null. */
        static @Nullable Kind of(String word) {
            return switch (word) {
                case "add" -> ADD;
                case "set" -> SET;
                case "replace" -> REPLACE;
                case "remove" -> REMOVE;
                case "incr" -> INCR;
                case "move" -> MOVE;
                default -> null;
            };
        }
    }

    PatchOperation {
        path = List.copyOf(path);
        from = List.copyOf(from);
    }

    byte[] requireValue() {
        if (value == null) {
            throw new IllegalStateException("an operation without a value");
        }
        return value;
    }

    String last() {
        return path.getLast();
    }
}
