package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.IndexWalk;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items of a walk, in its order. */
final class WalkedItems implements ItemCursor {
    private final DocumentCursor cursor;
    private final int constant;
    private long lookups;

    private WalkedItems(DocumentCursor cursor, int constant) {
        this.cursor = cursor;
        this.constant = constant;
    }

    /** @param after the position behind which it begins, or null from the start */
    static WalkedItems open(Collection container, ReadView reading, ItemWalk walk, byte @Nullable [] after) {
        DeadlineRange deadlines = walk.deadlines();
        if (deadlines != null) {
            return new WalkedItems(
                    container.byDeadline(reading, after == null ? deadlines : deadlines.behind(after)), 0);
        }
        if (walk.index() == null) {
            List<KeyRange> ranges = after == null ? walk.ranges() : behind(walk.ranges(), after);
            return new WalkedItems(container.scan(reading, ranges, Direction.FORWARD), 0);
        }
        byte[] position = after == null ? null : KeyInterval.joined(constant(walk), after);
        return new WalkedItems(container.scan(reading, indexWalk(walk, position)), walk.constant());
    }

    static IndexWalk indexWalk(ItemWalk walk, byte @Nullable [] after) {
        IndexDefinition index = walk.index();
        if (index == null) {
            throw new IllegalArgumentException("a walk of the items themselves");
        }
        IndexWalk whole = new IndexWalk(
                walk.several() ? index.withMultikey() : index,
                walk.backward() ? walk.ranges().reversed() : walk.ranges(),
                walk.backward() ? Direction.BACKWARD : Direction.FORWARD);
        IndexWalk inside = whole.within(walk.documents());
        return after == null ? inside : inside.behind(after);
    }

    private static byte[] constant(ItemWalk walk) {
        return walk.constant() == 0 || walk.ranges().isEmpty()
                ? new byte[0]
                : Arrays.copyOf(walk.ranges().getFirst().from(), walk.constant());
    }

    private static List<KeyRange> behind(List<KeyRange> ranges, byte[] key) {
        byte[] next = Arrays.copyOf(key, key.length + 1);
        List<KeyRange> rest = new ArrayList<>();
        for (KeyRange range : ranges) {
            byte[] from = Arrays.compareUnsigned(range.from(), next) >= 0 ? range.from() : next;
            KeyRange left = new KeyRange(from, range.until());
            if (!left.isEmpty()) {
                rest.add(left);
            }
        }
        return rest;
    }

    @Override
    public @Nullable Document next() {
        Document item = cursor.next();
        lookups += item == null ? 0 : 1;
        return item;
    }

    @Override
    public byte[] position() {
        byte[] key = cursor.position();
        if (key == null) {
            throw new IllegalStateException("no item was given yet");
        }
        return constant == 0 ? key : Arrays.copyOfRange(key, constant, key.length);
    }

    @Override
    public long lookups() {
        return lookups;
    }

    @Override
    public long work() {
        return cursor.effort().keys();
    }

    @Override
    public void close() {
        cursor.close();
    }
}
