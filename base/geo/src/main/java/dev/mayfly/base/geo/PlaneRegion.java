package dev.mayfly.base.geo;

/** A part of the plane that a query asks for. Immutable and safe for concurrent use. */
public sealed interface PlaneRegion permits PlaneBox, PlaneCircle, PlanePolygon {
    /** Returns whether the place lies within the region or on its edge. */
    boolean contains(double x, double y);

    /** Returns a rectangle around the region. */
    PlaneBox bounds();
}
