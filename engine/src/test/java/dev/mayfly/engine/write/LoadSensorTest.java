package dev.mayfly.engine.write;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class LoadSensorTest {
    private final LoadSensor foreground = new LoadSensor();

    @Test
    void nobodyIsThereUntilSomebodyAsks() {
        foreground.look();
        assertFalse(foreground.isBusy());
        foreground.count();
        foreground.look();
        assertTrue(foreground.isBusy());
    }

    @Test
    void whoWaitsForABatchIsNotTakenForGone() {
        foreground.count();
        foreground.look();
        for (int batch = 1; batch < LoadSensor.SILENT_BATCHES; batch++) {
            foreground.look();
            assertTrue(foreground.isBusy());
        }
        foreground.look();
        assertFalse(foreground.isBusy());
    }
}
