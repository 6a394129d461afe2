package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.KeyAllowance;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the keys of an item in the index over paths: for each value that the policy indexes its path and itself. Immutable
 * and safe for concurrent use.
 *
 * <p>On the path of every write, hence plain.
 */
final class ItemKeys implements FaceForms.KeySource {
    /*
     * An array and an object have a key too, their tag alone, so that every defined property is in the index. Elements
     * lie at the path of all elements. A path that the policy names itself also has a key for an item without a value
     * there: undefined. The time of the last modification lies at _ts, where a query sees it.
     */
    static final String MODIFIED = "_ts";

    private final PathRules rules;
    private final List<ItemPath> named;
    private final boolean modifiedIndexed;
    private final ComputedProperties computed;

    /**
     * Creates the keys over paths.
     *
     * @param named the paths of which an item without a value has a key
     * @param computed the computed properties that a pattern names; stored ones of their names have no keys
     */
    ItemKeys(PathRules rules, List<ItemPath> named, ComputedProperties computed) {
        this.rules = rules;
        this.named = named;
        this.computed = computed;
        this.modifiedIndexed = rules.covers(ItemPath.of(List.of(MODIFIED)), false);
    }

    @Override
    public Extraction keysOf(View item, long modified) {
        Walk walk = new Walk();
        JsonView values = computed.isEmpty() ? null : computed.of((JsonView) item, modified);
        walk.object(item, rules.root(), PathRules.all(rules.root(), false), computed);
        if (values != null) {
            // No pattern of everything covers them, only those that name them.
            walk.object(values, rules.root(), false, ComputedProperties.NONE);
        }
        if (modifiedIndexed) {
            walk.modified(modified);
        }
        for (ItemPath path : named) {
            View root = isComputed(path) ? values : item;
            if (!path.isRoot(MODIFIED) && (root == null || path.in(root) == null)) {
                walk.undefined(path);
            }
        }
        return new Extraction(walk.sorted(), false);
    }

    private boolean isComputed(ItemPath path) {
        String first = path.first();
        return first != null && computed.named(first) != null;
    }

    private static final class Walk {
        private final List<byte[]> keys = new ArrayList<>();
        private final KeyBytes out = new KeyBytes();
        private final KeyAllowance allowance = new KeyAllowance();

        /** @param without the properties that are passed over */
        void object(View object, PathRules.@Nullable Node node, boolean all, ComputedProperties without) {
            for (View.Fields fields = object.fields(); fields.next(); ) {
                String name = fields.name();
                if (!without.isEmpty() && without.named(name) != null) {
                    continue;
                }
                PathRules.Node next = node == null ? null : node.named(name);
                boolean below = PathRules.all(next, all);
                if (next == null && !below) {
                    continue;
                }
                int before = out.size();
                out.tag(KeyBytes.PATH_NAME).text(name);
                value(fields.value(), next, below);
                out.cut(before);
            }
        }

        private void elements(View array, PathRules.@Nullable Node node, boolean all) {
            PathRules.Node next = node == null ? null : node.elements();
            boolean below = PathRules.all(next, all);
            if (next == null && !below) {
                return;
            }
            int before = out.size();
            out.tag(KeyBytes.PATH_ELEMENTS);
            for (View.Fields elements = array.fields(); elements.next(); ) {
                value(elements.value(), next, below);
            }
            out.cut(before);
        }

        private void value(View value, PathRules.@Nullable Node node, boolean all) {
            if (PathRules.value(node, all)) {
                int before = out.size();
                emit(out.tag(KeyBytes.PATH_END).value(value));
                out.cut(before);
            }
            switch (value.type()) {
                case OBJECT -> object(value, node, all, ComputedProperties.NONE);
                case ARRAY -> elements(value, node, all);
                default -> {}
            }
        }

        void modified(long modified) {
            out.cut(0);
            emit(out.path(ItemPath.of(List.of(MODIFIED))).number((double) Math.floorDiv(modified, 1000L)));
        }

        void undefined(ItemPath path) {
            out.cut(0);
            emit(out.path(path).tag(KeyBytes.UNDEFINED));
        }

        private void emit(KeyBytes key) {
            allowance.add(key.size());
            keys.add(key.toBytes());
        }

        /** Ascending, each once. */
        List<byte[]> sorted() {
            keys.sort(Arrays::compareUnsigned);
            List<byte[]> once = new ArrayList<>(keys.size());
            for (byte[] key : keys) {
                if (once.isEmpty() || !Arrays.equals(once.getLast(), key)) {
                    once.add(key);
                }
            }
            return once;
        }
    }
}
