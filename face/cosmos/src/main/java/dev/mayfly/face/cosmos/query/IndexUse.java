package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.language.function.Functions;
import java.util.ArrayList;
import java.util.List;

/** Which indexes served a query, and which would; each as its policy's path, composite ones as rows of paths. */
record IndexUse(
        List<String> single,
        List<String> potentialSingle,
        List<List<String>> composite,
        List<List<String>> potentialComposite) {
    /** As a path stands for its index, the function does for the queues of deadlines. */
    private static final String DEADLINES = Functions.EXPIRES_AT + "(c)";

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
