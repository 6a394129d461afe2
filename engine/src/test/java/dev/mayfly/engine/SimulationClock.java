package dev.mayfly.engine;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** The wall of one simulation: small steps as a time service makes them, and jumps that nobody meant. */
final class SimulationClock {
    private static final List<Long> ADVANCES = List.of(1L, 900L, 5_000L, 30_000L, 61_000L);
    private static final List<Long> STEPS = List.of(-500L, 500L, 5_000L, 30_000L, -20_000L);
    private static final List<Long> JUMPS = List.of(120_000L, 7_200_000L, 315_360_000_000L);

    private final RandomGenerator random;
    private final EngineFixture fixture;
    private final SimulationFaults faults;
    private final Consumer<String> story;
    private long jumped;

    SimulationClock(RandomGenerator random, EngineFixture fixture, SimulationFaults faults, Consumer<String> story) {
        this.random = random;
        this.fixture = fixture;
        this.faults = faults;
        this.story = story;
    }

    void advance() {
        advance(any(ADVANCES));
    }

    void advance(long millis) {
        story.accept("advance " + millis);
        fixture.advance(Duration.ofMillis(millis));
    }

    void step() {
        move(any(STEPS));
    }

    void jump() {
        long millis = any(JUMPS);
        jumped += millis;
        move(millis);
    }

    /** After a jump the wall is put back, or confirmed; else it jumps. */
    void jumpOrReturn() {
        if (jumped == 0) {
            jump();
        } else if (random.nextInt(3) == 0) {
            story.accept("confirm");
            jumped = 0;
            fixture.guard().confirm();
        } else {
            long back = -jumped;
            jumped = 0;
            move(back);
        }
    }

    private void move(long millis) {
        story.accept("step wall " + millis);
        faults.without(() -> fixture.guard().saveMark());
        fixture.machine.stepWall(Duration.ofMillis(millis));
        story.accept("clock " + fixture.guard().state());
    }

    private long any(List<Long> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
