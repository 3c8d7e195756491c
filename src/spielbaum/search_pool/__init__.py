"""A pool of threads that search for many people at once: queued fairly, observable, stoppable, within limits.

Nothing here knows of HTTP.
"""

from spielbaum.search_pool.pool import PoolLimits as PoolLimits
from spielbaum.search_pool.pool import SearchPool as SearchPool
from spielbaum.search_pool.search_job import JobStatus as JobStatus
from spielbaum.search_pool.search_job import SearchJob as SearchJob
