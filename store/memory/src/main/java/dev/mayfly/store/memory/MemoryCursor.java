package dev.mayfly.store.memory;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Walks a range of an immutable map, which is why nothing that happens later can be seen. A hot path. */
final class MemoryCursor implements Cursor {
    private final KeyRange range;
    private final boolean forward;
    private final Runnable onClose;

    /** The nodes whose entries are still to come, the next one on top; what lies behind each is entered when it is taken. */
    private @Nullable Treap[] path = new Treap[32];

    private int depth;
    private int left;
    private boolean closed;
    private byte[] keyBuffer = new byte[64];
    private byte[] valueBuffer = new byte[256];
    private int keyLength;
    private int valueLength;

    MemoryCursor(@Nullable Treap root, KeyRange range, Direction direction, int limit, Runnable onClose) {
        this.range = range;
        this.forward = direction == Direction.FORWARD;
        this.left = range.isEmpty() ? 0 : limit;
        this.onClose = onClose;
        enter(root);
    }

    /** Descends to the first entry below this node that the range does not exclude at its beginning. */
    private void enter(@Nullable Treap node) {
        Treap at = node;
        while (at != null) {
            if (isBeforeBeginning(at.key)) {
                at = forward ? at.right : at.left;
            } else {
                push(at);
                at = forward ? at.left : at.right;
            }
        }
    }

    private boolean isBeforeBeginning(byte[] key) {
        if (forward) {
            return Arrays.compareUnsigned(key, range.from()) < 0;
        }
        byte[] until = range.until();
        return until != null && Arrays.compareUnsigned(key, until) >= 0;
    }

    private boolean isBehindEnd(byte[] key) {
        if (!forward) {
            return Arrays.compareUnsigned(key, range.from()) < 0;
        }
        byte[] until = range.until();
        return until != null && Arrays.compareUnsigned(key, until) >= 0;
    }

    private void push(Treap node) {
        if (depth == path.length) {
            path = Arrays.copyOf(path, depth * 2);
        }
        path[depth++] = node;
    }

    @Override
    public boolean next() {
        if (closed) {
            throw new IllegalStateException("the cursor is closed");
        }
        Treap node = left > 0 && depth > 0 ? path[--depth] : null;
        if (node == null || isBehindEnd(node.key)) {
            left = 0;
            return false;
        }
        left--;
        Treap behind = forward ? node.right : node.left;
        while (behind != null) {
            push(behind);
            behind = forward ? behind.left : behind.right;
        }
        show(node);
        return true;
    }

    private void show(Treap node) {
        keyLength = node.key.length - World.PREFIX;
        if (keyLength > keyBuffer.length) {
            keyBuffer = new byte[Math.max(keyLength, keyBuffer.length * 2)];
        }
        System.arraycopy(node.key, World.PREFIX, keyBuffer, 0, keyLength);
        valueLength = node.value.length;
        if (valueLength > valueBuffer.length) {
            valueBuffer = new byte[Math.max(valueLength, valueBuffer.length * 2)];
        }
        System.arraycopy(node.value, 0, valueBuffer, 0, valueLength);
    }

    @Override
    public byte[] keyBuffer() {
        return keyBuffer;
    }

    @Override
    public int keyLength() {
        return keyLength;
    }

    @Override
    public byte[] valueBuffer() {
        return valueBuffer;
    }

    @Override
    public int valueLength() {
        return valueLength;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Arrays.fill(path, null);
            onClose.run();
        }
    }
}
