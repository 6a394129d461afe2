package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.geo.CellSpan;
import dev.mayfly.base.geo.SphereCells;
import dev.mayfly.base.geo.SpherePoint;
import dev.mayfly.face.cosmos.language.function.GeoJsonShape.MalformedException;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The cells of S2 under which geometries on the sphere are indexed, and those under which questions find them. */
public final class SpatialCells {
    /** More than by how much distances differ that are computed in two ways, in metres. */
    private static final double SLACK_METERS = 0.01;

    private SpatialCells() {}

    /** Returns the numbers of the cells of a stored value; none if it is no geometry. These must never change. */
    public static List<Long> ofStored(SqlValue value) {
        SphereValue stored = sphere(value);
        return stored == null ? List.of() : SphereCells.ofStored(stored.geometry());
    }

    /** Returns the numbers under which all stand that have a place in common with a geometry; empty if the value is none. */
    public static Optional<List<CellSpan>> meeting(SqlValue region) {
        SphereValue asked = sphere(region);
        return asked == null ? Optional.empty() : Optional.of(SphereCells.ofAsked(asked.region()));
    }

    /** Returns the numbers under which all stand that are as near to a point; empty if the value is none. */
    public static Optional<List<CellSpan>> near(SqlValue center, double meters) {
        try {
            if (GeoJsonShape.of(center) instanceof GeoJsonShape.Point(var place)
                    && sphere(center) != null
                    && meters >= 0) {
                double radians = (meters + SLACK_METERS) / SphereValue.EARTH_METERS;
                return Optional.of(SphereCells.between(new SpherePoint(place.x(), place.y()), 0, radians));
            }
        } catch (MalformedException _) {
            // Nothing has a distance from it.
        }
        return Optional.empty();
    }

    private static @Nullable SphereValue sphere(SqlValue value) {
        try {
            return SpatialValue.of(value, SearchSettings.DEFAULT) instanceof SphereValue sphere ? sphere : null;
        } catch (MalformedException _) {
            return null;
        }
    }
}
