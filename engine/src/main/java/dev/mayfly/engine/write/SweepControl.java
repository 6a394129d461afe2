package dev.mayfly.engine.write;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** The sweeper as the parts of an engine see it: they tell it what they did and ask whether it may sweep, without knowing it. Safe for concurrent use. */
public final class SweepControl {
    private final LoadSensor foreground = new LoadSensor();
    private volatile LongConsumer alarm = _ -> {};
    private volatile BooleanSupplier brake = () -> false;

    /** The requests of clients, for which the sweeper makes room. */
    public LoadSensor foreground() {
        return foreground;
    }

    /** Returns true if nothing expired may be announced or destroyed now, except by a write in its place. */
    public boolean isForbidden() {
        return brake.getAsBoolean();
    }

    public void setBrake(BooleanSupplier forbids) {
        brake = forbids;
    }

    /** Tells the sweeper that something may be due at this instant, in milliseconds since the epoch. */
    public void noteDue(long instant) {
        alarm.accept(instant);
    }

    public void setAlarm(LongConsumer consumer) {
        alarm = consumer;
    }
}
