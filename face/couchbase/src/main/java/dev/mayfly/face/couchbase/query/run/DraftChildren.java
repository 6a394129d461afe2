package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** What is inside of a value while it is changed. */
final class DraftChildren {
    private DraftChildren() {}

    /** A field or an element, with its name or index. */
    record Child(Value name, Draft draft) {}

    /** @param deep whether also what is inside of those */
    static List<Child> of(Draft parent, boolean deep) {
        List<Child> children = new ArrayList<>();
        add(parent, deep, children);
        return children;
    }

    private static void add(Draft parent, boolean deep, List<Child> children) {
        List<Draft> elements = parent.elements();
        if (elements != null) {
            for (int i = 0; i < elements.size(); i++) {
                add(new Child(Values.of(i), elements.get(i)), deep, children);
            }
        }
        SequencedMap<String, Draft> fields = parent.fields();
        if (fields != null) {
            for (Map.Entry<String, Draft> field : fields.entrySet()) {
                add(new Child(Values.of(field.getKey()), field.getValue()), deep, children);
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
