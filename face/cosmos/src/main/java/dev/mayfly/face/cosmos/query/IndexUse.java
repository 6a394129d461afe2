package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.language.function.SqlFunctions;
import java.util.ArrayList;
import java.util.List;

/**
 * The indexes that served a query, and those that would; each as its policy's path, composite ones as rows of paths.
 */
record IndexUse(
        List<String> single,
        List<String> potentialSingle,
        List<List<String>> composite,
        List<List<String>> potentialComposite) {
    /** The function's name stands for the queues of deadlines, as a path does for its index. */
    private static final String DEADLINES = SqlFunctions.EXPIRES_AT + "(c)";

    static final IndexUse NONE = new IndexUse(List.of(), List.of(), List.of(), List.of());

    IndexUse withDeadlines(boolean used) {
        return used
                ? new IndexUse(and(single), potentialSingle, composite, potentialComposite)
                : new IndexUse(single, and(potentialSingle), composite, potentialComposite);
    }

    private static List<String> and(List<String> paths) {
        List<String> more = new ArrayList<>(paths);
        more.add(DEADLINES);
        return more;
    }
}
