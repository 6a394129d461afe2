package dev.mayfly.test.testkit;

/** The entry point of assertions about what a server has announced. */
public final class MayflyAssertions {
    private MayflyAssertions() {}

    public static EventsAssert assertThat(MayflyEvents events) {
        return new EventsAssert(events);
    }
}
