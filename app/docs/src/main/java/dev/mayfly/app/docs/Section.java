package dev.mayfly.app.docs;

import java.util.Arrays;
import java.util.List;

/** A part of the navigation, with the documents and folders that belong to it, in their order. */
@SuppressWarnings("ImmutableEnumChecker") // The list is a copy that cannot be changed.
enum Section {
    QUICK_STARTS("Quick starts", "README.md", "docs/README.md", "docs/why.md", "docs/start/"),
    CONCEPTS("Concepts", "docs/concepts.md", "docs/expiry.md", "docs/hidden.md", "ARCHITECTURE.md"),
    GUIDES("Guides", "docs/guides/", "docs/howto/", "docs/operations.md"),
    REFERENCE("Reference", "docs/reference/", "docs/admin.md", "docs/formats.md"),
    COMPATIBILITY("Compatibility", "docs/faces/"),
    DECISIONS("Decisions", "docs/decisions/README.md", "docs/decisions/");

    private final String label;
    private final List<String> sources;

    Section(String label, String... sources) {
        this.label = label;
        this.sources = List.of(sources);
    }

    String label() {
        return label;
    }

    /** Whoever adds a document and says nothing else has written a guide. */
    static Section of(String source) {
        return Arrays.stream(values())
                .filter(section -> section.sources.stream().anyMatch(each -> isIn(source, each)))
                .findFirst()
                .orElse(GUIDES);
    }

    /** In which place the section has a document; those of one folder have the same. */
    int rank(String source) {
        for (int i = 0; i < sources.size(); i++) {
            if (isIn(source, sources.get(i))) {
                return i;
            }
        }
        return sources.size();
    }

    private static boolean isIn(String source, String fileOrFolder) {
        return fileOrFolder.endsWith("/") ? source.startsWith(fileOrFolder) : source.equals(fileOrFolder);
    }
}
