package dev.mayfly.bench;

/**
 * Measures the engine on a store, without any face; one line for a figure.
 *
 * <p>{@code EngineLoad MODE FOLDER|memory [DOCUMENTS]}
 */
public final class EngineLoad {
    private static final int DOCUMENTS = 1_000_000;

    private EngineLoad() {}

    public static void main(String[] arguments) throws InterruptedException {
        String place = arguments[1];
        int documents = arguments.length > 2 ? Integer.parseInt(arguments[2]) : DOCUMENTS;
        switch (arguments[0]) {
            case "rates" -> {
                try (Rig rig = Rig.frozen(place)) {
                    new Rates(rig, documents).run();
                }
            }
            case "rates-strewn" -> {
                try (Rig rig = Rig.frozen(place)) {
                    rig.strew();
                    new Rates(rig, documents).run();
                }
            }
            case "sweep" -> {
                try (Rig rig = Rig.frozen(place)) {
                    new SweepAlone(rig, documents).run();
                }
            }
            default -> throw new IllegalArgumentException("no such mode: " + arguments[0]);
        }
    }
}
