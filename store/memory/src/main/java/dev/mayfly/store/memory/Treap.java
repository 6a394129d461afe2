package dev.mayfly.store.memory;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map of bytes: the root of a tree, null when it is empty. Every change answers a new root.
 *
 * <p>A hot path: no collections, no boxing, and only the nodes between the root and the change are made anew.
 */
final class Treap {
    /*
     * A treap is a search tree by key and a heap by a random priority that each key draws when it enters, which makes its
     * shape that of a tree built in random order: about two times log2(n) deep, whatever the keys and their order
     * (Seidel and Aragon, "Randomized Search Trees"). It is used here because a range is deleted by two splits and one
     * merge, and because sharing unchanged nodes between versions makes every cursor and snapshot a frozen view for
     * nothing: it keeps the root it was given.
     */
    final byte[] key;
    final byte[] value;
    final @Nullable Treap left;
    final @Nullable Treap right;
    private final int priority;

    private Treap(byte[] key, byte[] value, @Nullable Treap left, @Nullable Treap right, int priority) {
        this.key = key;
        this.value = value;
        this.left = left;
        this.right = right;
        this.priority = priority;
    }

    static @Nullable Treap find(@Nullable Treap root, byte[] key) {
        Treap node = root;
        while (node != null) {
            int order = Arrays.compareUnsigned(key, node.key);
            if (order == 0) {
                return node;
            }
            node = order < 0 ? node.left : node.right;
        }
        return null;
    }

    static Treap put(@Nullable Treap root, byte[] key, byte[] value) {
        if (root == null) {
            return new Treap(key, value, null, null, ThreadLocalRandom.current().nextInt());
        }
        int order = Arrays.compareUnsigned(key, root.key);
        if (order == 0) {
            return new Treap(root.key, value, root.left, root.right, root.priority);
        }
        if (order < 0) {
            Treap below = put(root.left, key, value);
            return below.priority > root.priority
                    ? below.with(below.left, root.with(below.right, root.right))
                    : root.with(below, root.right);
        }
        Treap below = put(root.right, key, value);
        return below.priority > root.priority
                ? below.with(root.with(root.left, below.left), below.right)
                : root.with(root.left, below);
    }

    /** The very same root when there is no such key. */
    static @Nullable Treap remove(@Nullable Treap root, byte[] key) {
        if (root == null) {
            return null;
        }
        int order = Arrays.compareUnsigned(key, root.key);
        if (order == 0) {
            return merge(root.left, root.right);
        }
        if (order < 0) {
            Treap below = remove(root.left, key);
            return below == root.left ? root : root.with(below, root.right);
        }
        Treap below = remove(root.right, key);
        return below == root.right ? root : root.with(root.left, below);
    }

    /** The entries whose keys are below the bound. */
    static @Nullable Treap below(@Nullable Treap root, byte[] bound) {
        if (root == null) {
            return null;
        }
        return Arrays.compareUnsigned(root.key, bound) < 0
                ? root.with(root.left, below(root.right, bound))
                : below(root.left, bound);
    }

    /** The entries whose keys are not below the bound. */
    static @Nullable Treap notBelow(@Nullable Treap root, byte[] bound) {
        if (root == null) {
            return null;
        }
        return Arrays.compareUnsigned(root.key, bound) < 0
                ? notBelow(root.right, bound)
                : root.with(notBelow(root.left, bound), root.right);
    }

    /** One map of two, where every key of the first is below every key of the second. */
    static @Nullable Treap merge(@Nullable Treap first, @Nullable Treap second) {
        if (first == null) {
            return second;
        }
        if (second == null) {
            return first;
        }
        return first.priority > second.priority
                ? first.with(first.left, merge(first.right, second))
                : second.with(merge(first, second.left), second.right);
    }

    private Treap with(@Nullable Treap newLeft, @Nullable Treap newRight) {
        return new Treap(key, value, newLeft, newRight, priority);
    }
}
