package dev.mayfly.face.mongo.language.geo;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.View;
import dev.mayfly.base.geo.CellSpan;
import dev.mayfly.base.geo.PlaneBox;
import dev.mayfly.base.geo.PlaneGrid;
import dev.mayfly.base.geo.SphereCap;
import dev.mayfly.base.geo.SphereCells;
import dev.mayfly.base.geo.SphereGeometry;
import dev.mayfly.face.mongo.language.value.QueryRefusals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an index keeps places: by which numbers of cells each stands in it, and where a query has to look. */
public sealed interface PlaceIndex {
    /** Returns the values at a path that should be places, or arrays of places on the plane. */
    default List<View> valuesAt(View document, FieldPath path) {
        return PlacePaths.values(document, path);
    }

    /** Returns the cells of a stored value. */
    List<Long> cellsOf(View value) throws MalformedPlaceException;

    /**
     * Returns the cells to look at for all places within a region, or those that it meets; null if the index cannot
     * answer that.
     */
    @Nullable
    List<CellSpan> cellsFor(QueryRegion region, boolean within);

    /** Returns whether the index finds places in the order of this distance. */
    boolean serves(NearQuery near);

    /** Refuses a centre from which the index cannot look. */
    default void check(NearQuery near) {}

    /** Returns the cells of all places that are at least so far, and nearer than the other distance. */
    List<CellSpan> between(NearQuery near, double from, double until);

    /** Returns the distance beyond which nothing lies. */
    double farthest(NearQuery near);

    /** Returns a distance from which to begin a search. */
    double firstStep(NearQuery near);

    /** Returns the stage of explain that walks the index by distance. */
    String nearStage();

    /**
     * A {@code 2dsphere} index: cells of the sphere.
     *
     * @param version the first knows points, lines and polygons alone
     */
    record OnSphere(int version) implements PlaceIndex {
        private static final double FIRST_METERS = 100;

        @Override
        public List<Long> cellsOf(View value) throws MalformedPlaceException {
            StoredPlace place = StoredPlace.read(value);
            if (version == 1 && !GeoJsonReader.isSimple(value)) {
                throw new MalformedPlaceException("given geometry can't be indexed in the old index format");
            }
            SphereGeometry geometry = place.geometry();
            if (geometry == null) {
                throw new MalformedPlaceException(
                        "can't project geometry into spherical CRS: " + GeoJsonReader.text(value));
            }
            return SphereCells.ofStored(geometry);
        }

        @Override
        public @Nullable List<CellSpan> cellsFor(QueryRegion region, boolean within) {
            return region instanceof QueryRegion.OnSphere(var onSphere) ? SphereCells.ofAsked(onSphere) : null;
        }

        @Override
        public boolean serves(NearQuery near) {
            return near.isOnSphere();
        }

        @Override
        public List<CellSpan> between(NearQuery near, double from, double until) {
            return SphereCells.between(near.center().onSphere(), near.radians(from), near.radians(until));
        }

        @Override
        public double farthest(NearQuery near) {
            return (near.measure() == NearQuery.Measure.METERS ? NearQuery.EARTH_METERS : 1) * Math.PI * (1 + 1e-9);
        }

        @Override
        public double firstStep(NearQuery near) {
            return near.measure() == NearQuery.Measure.METERS ? FIRST_METERS : FIRST_METERS / NearQuery.EARTH_METERS;
        }

        @Override
        public String nearStage() {
            return "GEO_NEAR_2DSPHERE";
        }
    }

    /** A {@code 2d} index: cells of a grid over the plane. */
    record OnPlane(PlaneGrid grid) implements PlaceIndex {
        /** Degrees by which rounding may miss. */
        private static final double SLACK = 1e-9;

        @Override
        public List<Long> cellsOf(View value) throws MalformedPlaceException {
            List<Long> cells = new ArrayList<>(1);
            View.Fields first = value.fields();
            if (!first.next()) {
                return cells;
            }
            if (first.value().type().isNumber()) {
                cells.add(cell(value));
                return cells;
            }
            for (View.Fields each = value.fields(); each.next(); ) {
                if (!FlatPoint.isNested(each.value())) {
                    throw new MalformedPlaceException(
                            16804, "location object expected, location array not in correct format");
                }
                if (each.value().fields().next()) {
                    cells.add(cell(each.value()));
                }
            }
            return cells;
        }

        private long cell(View value) throws MalformedPlaceException {
            FlatPoint point;
            try {
                point = FlatPoint.read(value, true);
            } catch (MalformedPlaceException _) {
                throw new MalformedPlaceException(13026, "geo values must be 'legacy coordinate pairs' for 2d indexes");
            }
            if (!grid.contains(point.x(), point.y())) {
                throw new MalformedPlaceException(
                        13027,
                        "point not in interval of [ " + text(grid.min()) + ", " + text(grid.max())
                                + " ] :: caused by :: " + GeoJsonReader.text(value));
            }
            return grid.cell(point.x(), point.y());
        }

        private static String text(double bound) {
            return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
        }

        @Override
        public @Nullable List<CellSpan> cellsFor(QueryRegion region, boolean within) {
            if (!within) {
                return null;
            }
            return switch (region) {
                case QueryRegion.OnPlane(var plane) -> grid.within(plane.bounds());
                case QueryRegion.OnSphere(SphereCap cap) -> {
                    PlaneBox box = around(cap);
                    yield box == null ? null : grid.within(box);
                }
                case QueryRegion.OnSphere _ -> null;
            };
        }

        /** Returns degrees around a cap, or null if it reaches a pole or the end of the longitudes. */
        private static @Nullable PlaneBox around(SphereCap cap) {
            double degrees = Math.toDegrees(cap.radians());
            double latitude = cap.center().latitude();
            if (Math.abs(latitude) + degrees >= 90) {
                return null;
            }
            double wide = Math.toDegrees(
                    Math.asin(Math.min(1, Math.sin(cap.radians()) / Math.cos(Math.toRadians(latitude)))));
            double longitude = cap.center().longitude();
            return Math.abs(longitude) + wide >= 180
                    ? null
                    : new PlaneBox(
                            longitude - wide - SLACK,
                            latitude - degrees - SLACK,
                            longitude + wide + SLACK,
                            latitude + degrees + SLACK);
        }

        @Override
        public boolean serves(NearQuery near) {
            return near.measure() != NearQuery.Measure.METERS;
        }

        @Override
        public void check(NearQuery near) {
            if (!grid.contains(near.center().x(), near.center().y())) {
                throw QueryRefusals.location(
                        16433, "the place of a query for the nearest is not on the grid of the 2d index");
            }
        }

        @Override
        public List<CellSpan> between(NearQuery near, double from, double until) {
            if (near.isOnSphere()) {
                PlaneBox box = around(new SphereCap(near.center().onSphere(), until));
                return grid.within(box == null ? PlaneBox.around(0, 0, Double.MAX_VALUE) : box);
            }
            double x = near.center().x();
            double y = near.center().y();
            return grid.between(x, y, from, PlaneBox.around(x, y, until));
        }

        @Override
        public double farthest(NearQuery near) {
            if (near.isOnSphere()) {
                return Math.PI * (1 + 1e-9);
            }
            double side = grid.max() - grid.min();
            double outside =
                    Math.max(Math.abs(near.center().x()), Math.abs(near.center().y()));
            return 2 * (side + outside + Math.abs(grid.min()));
        }

        @Override
        public double firstStep(NearQuery near) {
            return near.isOnSphere() ? 100 / NearQuery.EARTH_METERS : (grid.max() - grid.min()) / (1 << 16);
        }

        @Override
        public String nearStage() {
            return "GEO_NEAR_2D";
        }
    }
}
