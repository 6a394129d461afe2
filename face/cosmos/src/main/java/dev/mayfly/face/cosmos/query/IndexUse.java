package dev.mayfly.face.cosmos.query;

import java.util.List;

/** Which indexes served a query, and which would; each as its policy's path, composite ones as rows of paths. */
record IndexUse(
        List<String> single,
        List<String> potentialSingle,
        List<List<String>> composite,
        List<List<String>> potentialComposite) {
    static final IndexUse NONE = new IndexUse(List.of(), List.of(), List.of(), List.of());
}
