package dev.mayfly.engine.hidden;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.audit.AuditLog;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.hold.Hold;
import dev.mayfly.engine.hold.HoldCodec;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.SweepControl;
import dev.mayfly.store.api.Space;
import org.jspecify.annotations.Nullable;

/** Sets and releases the holds of one collection. */
public final class HoldRegistry {
    private final CollectionShards shards;
    private final SweepControl control;

    public HoldRegistry(CollectionShards shards, SweepControl control) {
        this.shards = shards;
        this.control = control;
    }

    @Nullable
    public Hold set(String name, @Nullable DocumentKey key, String reason) {
        Actor actor = Actor.current(shards.record().name().face());
        Hold hold = new Hold(name, key, reason, shards.clock().guardedMillis(), actor.who());
        boolean[] fits = {false};
        shards.currentSchema()
                .hold(
                        holds -> {
                            fits[0] = holds.get(name) != null || holds.size() < Hold.MAX;
                            return fits[0] ? holds.with(hold) : holds;
                        },
                        CommitRetry.batch().put(Space.META, Layout.holdKey(name), HoldCodec.encode(hold)),
                        AuditEntry.Action.HELD,
                        name + " on " + target(hold) + (reason.isEmpty() ? "" : ": " + reason));
        return fits[0] ? hold : null;
    }

    private String target(Hold hold) {
        DocumentKey key = hold.key();
        return key == null ? "the collection" : AuditLog.nameOf(shards.record().name(), key);
    }

    public boolean release(String name) {
        boolean[] was = {false};
        shards.currentSchema()
                .hold(
                        holds -> {
                            was[0] = holds.get(name) != null;
                            return was[0] ? holds.without(name) : holds;
                        },
                        CommitRetry.batch().delete(Space.META, Layout.holdKey(name)),
                        AuditEntry.Action.RELEASED,
                        name);
        control.noteDue(Long.MIN_VALUE);
        return was[0];
    }
}
