package dev.mayfly.face.api;

/**
 * A program of a few lines, or a text to paste.
 *
 * @param isOpen whether it is shown at once
 */
public record ClientExample(String title, String text, boolean isOpen) {
    /**
     * Returns a test with a server of its own, where there was a container.
     *
     * @param client the parameter by which the test gets its client
     */
    public static ClientExample junit(String face, String container, String client) {
        return new ClientExample("JUnit, in place of " + container, """
                @MayflyTest(faces = MayflyFace.%s, clock = "2026-01-01T00:00:00Z")    // dev.mayfly:mayfly-junit
                class ExpiryTest {
                    @Test
                    void sessionEnds(MayflyServer server, MayflyClock clock, %s) {
                        // ... write what lives for 30 minutes
                        clock.advance(Duration.ofMinutes(30));
                        // ... it is gone
                    }
                }
                """.formatted(face, client), false);
    }
}
