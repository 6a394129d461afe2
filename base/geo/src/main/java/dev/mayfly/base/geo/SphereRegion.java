package dev.mayfly.base.geo;

/** A part of the sphere that a query asks for. Immutable and safe for concurrent use. */
public sealed interface SphereRegion permits SphereGeometry, SphereCap, SphereLoop {
    /** Returns whether all of the geometry lies within the region. */
    boolean contains(SphereGeometry geometry);

    /** Returns whether the geometry and the region have a place in common. */
    boolean intersects(SphereGeometry geometry);
}
