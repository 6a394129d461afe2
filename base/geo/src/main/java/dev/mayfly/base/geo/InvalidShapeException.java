package dev.mayfly.base.geo;

/** Coordinates that are no shape. */
public final class InvalidShapeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Fault fault;

    /** What is wrong with the coordinates. */
    public enum Fault {
        /** A line has fewer than two different places. */
        LINE_TOO_SHORT,
        /** Two neighbours on a line are opposite to each other. */
        LINE_INVALID,
        /** A ring has no places. */
        RING_EMPTY,
        /** The last place of a ring is not its first. */
        RING_OPEN,
        /** A ring has fewer than three different places. */
        RING_TOO_SHORT,
        /** A ring crosses itself, or meets a place twice. */
        RING_INVALID,
        /** A ring after the first does not lie within it. */
        HOLE_OUTSIDE,
        /** Two rings cross, or share an edge. */
        RINGS_CROSS,
        /** A hole has more than one corner in common with the first ring. */
        CORNERS_SHARED,
        /** There is no ring. */
        NO_RINGS,
        /** There is more than one ring where one is allowed. */
        SEVERAL_RINGS,
        /** A hole lies in another. */
        HOLES_NESTED
    }

    InvalidShapeException(Fault fault, String message) {
        super(message, null, false, false);
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
