package dev.mayfly.test.testkit;

/** Where sentences about what a server has announced begin. */
public final class MayflyAssertions {
    private MayflyAssertions() {}

    public static EventsAssert assertThat(MayflyEvents events) {
        return new EventsAssert(events);
    }
}
