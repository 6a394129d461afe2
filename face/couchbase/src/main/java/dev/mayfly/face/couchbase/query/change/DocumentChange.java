package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** SET and UNSET, compiled. */
public record DocumentChange(String alias, List<Change> changes) {
    public DocumentChange {
        changes = List.copyOf(changes);
    }

    /**
     * One of them.
     *
     * @param meta whether the path leads into what META() shows, from there on
     * @param value what is set, or null where it is taken away
     * @param loops for FOR, the outermost in front
     */
    public record Change(
            boolean meta,
            DraftPath path,
            @Nullable Scalar value,
            List<Over> loops,
            @Nullable Scalar when) {
        public Change {
            loops = List.copyOf(loops);
        }
    }

    /**
     * A loop over the children of something in the document.
     *
     * @param name slot of the name or index of each, or -1
     * @param path null where the iterated value is no part of the document
     */
    public record Over(
            String variable,
            int slot,
            int name,
            boolean within,
            @Nullable DraftPath path,
            Scalar computed) {}

    /** Makes all changes, in a frame that shows the document as it was. */
    void apply(Frame frame, PlanDraft document, PlanDraft meta) {
        for (Change change : changes) {
            if (change.meta) {
                set(change, meta, frame);
            } else {
                new Walk(change, frame, document).loop(0);
            }
        }
    }

    private static void set(Change change, PlanDraft root, Frame frame) {
        if (change.value == null) {
            change.path.unset(root, frame);
        } else {
            change.path.set(root, frame, change.value.of(frame));
        }
    }

    /** One change that runs over parts of a document. */
    private final class Walk {
        private final Change change;
        private final Frame frame;
        private final Map<String, PlanDraft> roots = new HashMap<>();

        Walk(Change change, Frame frame, PlanDraft document) {
            this.change = change;
            this.frame = frame;
            roots.put(alias, document);
        }

        void loop(int depth) {
            if (depth == change.loops.size()) {
                PlanDraft root = roots.get(change.path.root());
                if (root != null
                        && (change.when == null || change.when.of(frame).truth())) {
                    set(change, root, frame);
                }
                return;
            }
            Over over = change.loops.get(depth);
            for (DraftChildren.Child child : children(over)) {
                roots.put(over.variable, child.draft());
                frame.set(over.slot, child.draft().value());
                if (over.name >= 0) {
                    frame.set(over.name, child.name());
                }
                loop(depth + 1);
            }
        }

        private List<DraftChildren.Child> children(Over over) {
            DraftPath path = over.path;
            PlanDraft root = path == null ? null : roots.get(path.root());
            if (path == null || root == null) {
                return DraftChildren.of(new PlanDraft(over.computed.of(frame)), over.within);
            }
            PlanDraft found = path.find(root, frame);
            return found == null ? List.of() : DraftChildren.of(found, over.within);
        }
    }
}
