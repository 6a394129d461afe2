package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** The children of a value while it is changed. */
final class DraftChildren {
    private DraftChildren() {}

    /** A field or an element, with its name or index. */
    record Child(N1qlValue name, PlanDraft draft) {}

    /** @param deep whether also what is inside of those */
    static List<Child> of(PlanDraft parent, boolean deep) {
        List<Child> children = new ArrayList<>();
        add(parent, deep, children);
        return children;
    }

    private static void add(PlanDraft parent, boolean deep, List<Child> children) {
        List<PlanDraft> elements = parent.elements();
        if (elements != null) {
            for (int i = 0; i < elements.size(); i++) {
                add(new Child(N1qlValues.of(i), elements.get(i)), deep, children);
            }
        }
        SequencedMap<String, PlanDraft> fields = parent.fields();
        if (fields != null) {
            for (Map.Entry<String, PlanDraft> field : fields.entrySet()) {
                add(new Child(N1qlValues.of(field.getKey()), field.getValue()), deep, children);
            }
        }
    }

    private static void add(Child child, boolean deep, List<Child> children) {
        children.add(child);
        if (deep) {
            add(child.draft, true, children);
        }
    }
}
