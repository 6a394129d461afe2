package dev.mayfly.app.console.page;

import dev.mayfly.face.api.FaceDefinitions;
import java.util.List;
import java.util.Map;

/**
 * Documents that are hidden and may still come back, by what keeps them.
 *
 * @param grace kept for the grace of their collections
 * @param pager dead as soon as the pager of their bucket looks
 * @param change kept after a change of policy, which may be undone, or by a hold
 */
record HiddenParts(long grace, long pager, long change) {
    static HiddenParts of(List<Facts> collections, String chosen, Map<String, FaceDefinitions> definitions) {
        long grace = 0;
        long pager = 0;
        long change = 0;
        for (Facts each : collections) {
            CollectionPath path = CollectionPath.of(each);
            if (!chosen.isEmpty() && !path.name().equals(chosen)) {
                continue;
            }
            boolean isPaged =
                    definitions.getOrDefault(path.face(), FaceDefinitions.PLAIN).ruleForm()
                            == FaceDefinitions.RuleForm.LIMIT;
            if (each.at("policy").number("graceSeconds") > 0) {
                grace += each.number("grace");
            } else if (isPaged) {
                pager += each.number("grace");
            } else {
                change += each.number("grace");
            }
        }
        return new HiddenParts(grace, pager, change);
    }

    long all() {
        return grace + pager + change;
    }

    /** Returns what the parts are, as a text under their sum. */
    String words() {
        StringBuilder words = new StringBuilder();
        add(words, grace, "in grace");
        add(words, change, "kept after a change, or held");
        add(words, pager, pager == 1 ? "waits for its pager" : "wait for their pager");
        return words.isEmpty() ? "nothing may come back" : words.toString();
    }

    private static void add(StringBuilder words, long documents, String what) {
        if (documents > 0) {
            words.append(words.isEmpty() ? "" : ", ")
                    .append(Show.count(documents))
                    .append(' ')
                    .append(what);
        }
    }
}
