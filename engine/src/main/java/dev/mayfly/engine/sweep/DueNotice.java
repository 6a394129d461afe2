package dev.mayfly.engine.sweep;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.commit.CommitListener;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.write.RecheckSchedule;
import dev.mayfly.engine.write.SweepControl;
import java.util.function.BooleanSupplier;

/** Tells the sweeper when the first of what a draft has put into the queues of a collection falls due. */
public final class DueNotice implements CommitListener {
    private final SweepControl control;
    private final SweepSchedule schedule;
    private final BooleanSupplier isFollowed;

    /** @param isFollowed whether expiry is announced when it is due, whatever the pace of the collection */
    public DueNotice(SweepControl control, SweepSchedule schedule, BooleanSupplier isFollowed) {
        this.control = control;
        this.schedule = schedule;
        this.isFollowed = isFollowed;
    }

    @Override
    public void committed(PendingCommit draft, long version) {
        if (!draft.queueKeys().isEmpty()) {
            control.noteDue(earliestDue(draft));
        }
    }

    private long earliestDue(PendingCommit draft) {
        Policy policy = draft.reading().policy().current();
        CollectionRecord record = draft.reading().record();
        boolean waits = !record.pace().equals(SweepPace.WHEN_DUE) && !isFollowed.getAsBoolean();
        // A look that was not to be taken may be now.
        long earliest = record.pace().isRegular()
                ? schedule.at(record.pace(), draft.reading().now() + 1)
                : Deadlines.NO_DEADLINE;
        for (int index = 0; index < draft.queueKeys().size(); index++) {
            byte[] key = draft.queueKeys().get(index);
            int queue = (int) Layout.INT.get(key, 1);
            if (queue == QueueIds.RECHECK) {
                earliest = Math.min(earliest, RecheckSchedule.lookAt(record.pace(), Layout.queueInstant(key)));
                continue;
            }
            long offset = queue == QueueIds.TOMBSTONES
                    ? record.changes().tombstoneMillis()
                    : waits ? Deadlines.NEVER : policy.offset(queue);
            earliest = Math.min(earliest, Deadlines.plus(Layout.queueInstant(key), offset));
        }
        return earliest;
    }
}
