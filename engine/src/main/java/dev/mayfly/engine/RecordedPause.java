package dev.mayfly.engine;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.sweep.SweepPause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pause of the sweepers of all engines that write one store. It lasts until one of them ends it, whatever is restarted. */
final class RecordedPause implements SweepPause {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedPause.class);
    private static final String RECORD = "pause";

    private final FaceRecords records;
    private volatile boolean paused;
    private final RecordsCopy copy;

    RecordedPause(FaceRecords records) {
        this.records = records;
        this.copy = new RecordsCopy(records);
    }

    @Override
    public boolean isPaused() {
        if (copy.isOld()) {
            read();
        }
        return paused;
    }

    /** While the store does not answer, nothing is destroyed either. */
    private synchronized void read() {
        try {
            copy.readAnew(() -> paused = records.get(RECORD) != null);
        } catch (EngineException failure) {
            LOG.debug("whether sweepers pause is not known yet", failure);
        }
    }

    @Override
    public void set(boolean pauses) {
        if (pauses) {
            records.put(RECORD, new byte[0]);
        } else {
            records.delete(RECORD);
        }
        paused = pauses;
    }

    @Override
    public void look() {
        try {
            records.refresh();
        } catch (EngineException failure) {
            LOG.debug("whether sweepers pause is not known", failure);
        }
    }
}
